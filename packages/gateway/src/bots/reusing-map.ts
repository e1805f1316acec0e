import { recentMap } from "../lookup/recent-map.ts";

/** A map that forgets the entries that were not read for longest, and makes new values of theirs. */
export interface ReusingMap<Key, Value> {
	get(key: Key): Value | undefined;
	/** Adds a key that is not there, with an empty value, and returns that. */
	add(key: Key): Value;
}

/**
 * Each new client needs a handful of small objects. They outlive two collections of garbage, and as garbage they would
 * wait for one of the whole heap, which slows every request down meanwhile: those of forgotten clients are used again.
 */
export const reusingMap = <Key, Value extends object>(
	max: number,
	{ create, empty }: { create(): Value; empty(value: Value): void },
): ReusingMap<Key, Value> => {
	const unused: Value[] = [];
	const map = recentMap<Key, Value>(max, (value: Value) => {
		if (unused.length < max) unused.push(value);
	});
	return {
		get: map.get,
		add: (key) => {
			const forgotten = unused.pop();
			if (forgotten !== undefined) empty(forgotten);
			const value = forgotten ?? create();
			map.set(key, value);
			return value;
		},
	};
};
