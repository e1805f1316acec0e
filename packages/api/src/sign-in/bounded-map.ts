/** A map of the entries that were written last, at most `size` of them. */
export const createBoundedMap = <Value>(size: number) => {
	const entries = new Map<string, Value>();
	return {
		get: (key: string): Value | undefined => entries.get(key),
		set: (key: string, value: Value): void => {
			// A map is in the order of insertion: what is written again becomes the youngest.
			entries.delete(key);
			entries.set(key, value);
			if (entries.size <= size) return;
			const [oldest] = entries.keys();
			if (oldest !== undefined) entries.delete(oldest);
		},
		delete: (key: string): void => {
			entries.delete(key);
		},
		keys: (): IterableIterator<string> => entries.keys(),
	};
};
export type BoundedMap<Value> = ReturnType<typeof createBoundedMap<Value>>;
