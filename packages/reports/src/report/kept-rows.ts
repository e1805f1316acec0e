import type { StoredChanges } from "@footfall/store";
import type { Parameters } from "../query/binding.ts";

/** The data that rows depend on, so that they can be cached until it changes. */
export interface KeptFor<Row> {
	site: number;
	/** The days (UTC, since 1970) whose events the rows depend on. */
	daysOf(rows: readonly Row[]): Iterable<number>;
}

interface Entry {
	rows: readonly unknown[];
	/** The number of the last write before they were read. */
	asOf: number;
	site: number;
	days: readonly number[];
	until: number;
}

/** Rows of all entries: some 20 MB. */
const MOST_ROWS = 100_000;
/** Larger answers are not cached: looking them up would cost as much as it saves. */
const MOST_ROWS_OF_ONE = 10_000;
/**
 * Values that also depend on days beside `daysOf`, such as the number of today's events, may be
 * this much older than the last write.
 */
const KEPT_MS = 60_000;

const usedIn = (sql: string, parameters: Parameters) =>
	Object.entries(parameters).filter(([name]) => sql.includes(`{${name}:`));

/** Statements that read the same data have the same key, whatever else is bound. */
export const keyOf = (sql: string, parameters: Parameters): string =>
	JSON.stringify([sql, usedIn(sql, parameters)], (_, value) =>
		typeof value === "bigint" ? `${value}n` : value,
	);

const createKeptRows = (changes: StoredChanges) => {
	const entries = new Map<string, Entry>();
	let many = 0;
	const forget = (key: string) => {
		many -= entries.get(key)?.rows.length ?? 0;
		entries.delete(key);
	};
	return {
		/** The rows of a statement: cached ones if no write since has touched the data that they depend on. */
		async rowsOf<Row>(
			statement: { sql: string; parameters: Parameters; keptFor: KeptFor<Row> },
			query: () => Promise<Row[]>,
			/** Whether the store still changes rows without a write of ours. */
			isUnsettled: () => Promise<boolean>,
		): Promise<readonly Row[]> {
			const { sql, parameters, keptFor } = statement;
			const key = keyOf(sql, parameters);
			const known = entries.get(key);
			if (known) {
				const { rows, asOf, site, days, until } = known;
				if (Date.now() < until && changes.latestOf(site, days) <= asOf) return rows as Row[];
				forget(key);
			}
			const asOf = changes.latest();
			const [isChanging, rows] = [await isUnsettled(), await query()];
			if (isChanging || rows.length > MOST_ROWS_OF_ONE) return rows;
			forget(key);
			const days = [...keptFor.daysOf(rows)];
			entries.set(key, { rows, asOf, site: keptFor.site, days, until: Date.now() + KEPT_MS });
			many += rows.length;
			for (const oldest of entries.keys()) {
				if (many <= MOST_ROWS && entries.size <= MOST_ROWS_OF_ONE) break;
				forget(oldest);
			}
			return rows;
		},
	};
};
type KeptRows = ReturnType<typeof createKeptRows>;

const ofStores = new WeakMap<StoredChanges, KeptRows>();

/** The cached rows of a store, for all its readers. */
export const keptRowsOf = (changes: StoredChanges): KeptRows => {
	const known = ofStores.get(changes) ?? createKeptRows(changes);
	ofStores.set(changes, known);
	return known;
};
