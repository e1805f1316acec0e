import type { StoredChanges } from "@footfall/store";

interface Known<Value> {
	value: Promise<Value>;
	readAt: number;
	isCurrent(): boolean;
}

/** How long knowledge lasts where other processes write to the tables, too. */
const KEPT_BESIDE_OTHERS_MS = 2000;
/** The engine deletes expired rows by itself. */
const KEPT_MS = 60_000;
/** Of all sites; each is some hundred bytes. */
const MOST_VALUES = 1000;

const createKnowledge = (changes: StoredChanges) => {
	const known = new Map<string, Known<unknown>>();
	const keptMs = changes.isAlone ? KEPT_MS : KEPT_BESIDE_OTHERS_MS;
	return {
		/** @param isUnchanged whether nothing that the value depends on was written after a write with this number */
		async valueOf<Value>(
			key: string,
			read: () => Promise<Value>,
			isUnchanged: (value: Value, asOf: number) => boolean,
		): Promise<Value> {
			const found = known.get(key);
			if (found && performance.now() - found.readAt < keptMs && found.isCurrent())
				return found.value as Promise<Value>;
			const asOf = changes.latest();
			const value = read();
			let settled: { value: Value } | undefined;
			known.delete(key);
			if (known.size >= MOST_VALUES) known.clear();
			known.set(key, {
				value,
				readAt: performance.now(),
				isCurrent: () => (settled ? isUnchanged(settled.value, asOf) : changes.latest() === asOf),
			});
			try {
				settled = { value: await value };
				return settled.value;
			} catch (error) {
				known.delete(key);
				throw error;
			}
		},
	};
};

const ofStores = new WeakMap<StoredChanges, ReturnType<typeof createKnowledge>>();

/** What is known of the sites of a store, until a write changes it. */
export const knowledgeOf = (changes: StoredChanges) => {
	const known = ofStores.get(changes) ?? createKnowledge(changes);
	ofStores.set(changes, known);
	return known;
};
