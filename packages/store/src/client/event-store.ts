import type { ListedParts } from "./listed-parts.ts";
import type { StatementParameters } from "./parameters.ts";
import type { QueryOptions } from "./query-options.ts";

/**
 * When rows changed last, so that a reader who keeps an answer knows whether it still holds. Writes are numbered as they
 * end: one that ends while an answer is read has a higher number than `latest()` had before.
 */
export interface StoredChanges {
	/** Whether no other process writes to these tables: their changes would not be known. */
	isAlone: boolean;
	/** The number of the last write; 0 before the first. */
	latest(): number;
	/** The number of the last write that may have changed what days (UTC, since 1970) of a site tell. */
	latestOf(site: number, days: Iterable<number>): number;
	/** The number of the last write that may have changed anything that is stored of a site. */
	latestOfSite(site: number): number;
}

/**
 * The event store, whichever engine is behind it. Counts come as numbers (64-bit ids do not fit: select their
 * hex form), dates and times as text. Limits belong into the SQL: `SETTINGS max_execution_time = 10`.
 */
export interface EventStore {
	/**
	 * @throws StoreError when the engine refuses, StoreBusyError when too many queries wait already.
	 */
	query<Row>(sql: string, parameters?: StatementParameters, options?: QueryOptions): Promise<Row[]>;
	/** Stores rows as one block per month that they touch; a token seen before makes it a no-op. */
	insert(
		table: string,
		columns: readonly string[],
		rows: readonly (readonly unknown[])[],
		options?: {
			deduplicationToken?: string;
			/** Whether every server of a cluster that is up must have the rows, not only most. */
			isOnAll?: boolean;
			/** Once it has fired, the rows do not get stored any more unless they are already. */
			signal?: AbortSignal | undefined;
		},
	): Promise<void>;
	/** Queued with the inserts unless a priority is given: slow statements must not hold up the inserts. */
	command(sql: string, parameters?: StatementParameters, options?: QueryOptions): Promise<void>;
	/**
	 * Present with a cluster: resolves once these tables have what any of its servers has stored, for readers that must not
	 * miss a row that another process stored elsewhere.
	 */
	catchUp?(tables: readonly string[]): Promise<void>;
	/** Present with a cluster. @throws StoreError that says why it cannot store events at the moment */
	requireInsertable?(): Promise<void>;
	/** When this process changed rows last. */
	changes?: StoredChanges;
	/** Present with the embedded engine. */
	listedParts?: ListedParts;
	/** Lets running statements finish. */
	close(): Promise<void>;
}

/** The part of the store that reads and changes rows. */
export type Statements = Pick<EventStore, "query" | "command">;

/** The store without `close`, which is for its owner. */
export type WritableStore = Omit<EventStore, "close">;
