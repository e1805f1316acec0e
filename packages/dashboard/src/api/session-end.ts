/** Whether the viewer's session ended while the page was open; one banner above the page reports it. */
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
