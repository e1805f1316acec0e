/** A map that drops the least recently read entries. */
export interface RecentMap<Key, Value> {
	get(key: Key): Value | undefined;
	set(key: Key, value: Value): void;
	clear(): void;
}

/**
 * Keeps at least the latest `max` entries and at most twice as many, in two generations instead of an exact order: an
 * entry that is read moves into the younger one, and when that is full, the older one is dropped as a whole. A look-up
 * costs as much as in a map, a third of one in lru-cache, and each event needs several. `forgotten` is called with each
 * value that is dropped.
 */
export const createRecentMap = <Key, Value extends object | string>(
	max: number,
	forgotten?: (value: Value) => void,
): RecentMap<Key, Value> => {
	let young = new Map<Key, Value>();
	let old = new Map<Key, Value>();
	const set = (key: Key, value: Value) => {
		if (young.size >= max) {
			if (forgotten !== undefined) for (const gone of old.values()) forgotten(gone);
			old = young;
			young = new Map();
		}
		young.set(key, value);
	};
	return {
		get: (key) => {
			const found = young.get(key);
			if (found !== undefined) return found;
			const older = old.get(key);
			if (older === undefined) return undefined;
			old.delete(key);
			set(key, older);
			return older;
		},
		set,
		clear: () => {
			young = new Map();
			old = new Map();
		},
	};
};
