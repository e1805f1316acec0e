const KEY = "footfall-recent-choices";
const MOST = 5;

/** The ids of the entries chosen last on this device, the newest first. */
export const recentChoices = (): readonly string[] => {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
		return Array.isArray(found) ? found.filter((id) => typeof id === "string").slice(0, MOST) : [];
	} catch {
		// Storage may be disabled or contain something else.
		return [];
	}
};

export const rememberChoice = (id: string): void => {
	const others = recentChoices().filter((other) => other !== id);
	try {
		localStorage.setItem(KEY, JSON.stringify([id, ...others].slice(0, MOST)));
	} catch {
		// As above: nothing is remembered.
	}
};

/** All entries, those chosen last first. */
export const withRecentFirst = <Entry extends { id: string }>(
	entries: readonly Entry[],
	recent: readonly string[],
): Entry[] => {
	const first = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
	return [...first, ...entries.filter((entry) => !first.includes(entry))];
};
