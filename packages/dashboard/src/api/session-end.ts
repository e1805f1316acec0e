/** Whether the session of whoever is on the page has ended behind their back: said once, above everything else. */
let isEnded = false;
const listeners = new Set<() => void>();

const set = (next: boolean) => {
	if (next === isEnded) return;
	isEnded = next;
	for (const listener of listeners) listener();
};

export const sessionEnd = {
	note: () => set(true),
	clear: () => set(false),
	read: () => isEnded,
	subscribe: (listener: () => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	},
};
