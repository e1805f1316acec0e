import type { ListedParts } from "./listed-parts.ts";
import type { StatementParameters } from "./parameters.ts";
import type { QueryOptions } from "./query-options.ts";

/**
 * When rows changed last, so that a reader that caches an answer knows whether it is still valid. Writes are numbered
 * when they end: one that ends while an answer is read has a higher number than `latest()` had before.
 */
export interface StoredChanges {
	/** Whether no other process writes to these tables: its changes would not be known. */
	isAlone: boolean;
	/** The number of the last write; 0 before the first. */
	latest(): number;
	/** The number of the last write that may have changed rows of some days (UTC, since 1970) of a site. */
	latestOf(site: number, days: Iterable<number>): number;
	/** The number of the last write that may have changed any row of a site. */
	latestOfSite(site: number): number;
	/** The number of the last write that may have changed events of a site until the end of a day. */
	latestUntil(site: number, day: number): number;
	/** The number of the last write that may have changed imported daily sums, of any site. */
	latestOfFigures(): number;
}

/**
 * The event store, with either engine. Counts come as numbers (64-bit ids do not fit: select their hex form),
 * dates and times as text. Limits belong into the SQL: `SETTINGS max_execution_time = 10`.
 */
export interface EventStore {
	/**
	 * @throws StoreError when the engine rejects the statement, StoreBusyError when too many queries
	 * are queued already.
	 */
	query<Row>(sql: string, parameters?: StatementParameters, options?: QueryOptions): Promise<Row[]>;
	/** Stores rows as one block per month that they touch; with a token that was used before, it is a no-op. */
	insert(
		table: string,
		columns: readonly string[],
		rows: readonly (readonly unknown[])[],
		options?: {
			deduplicationToken?: string;
			/** Whether every available server of a cluster must have the rows, not only a majority. */
			isOnAll?: boolean;
			/** Once it has fired, the rows are no longer stored, unless they already are. */
			signal?: AbortSignal | undefined;
		},
	): Promise<void>;
	/** Queued with the inserts unless a priority is given: slow statements need one, so as not to delay inserts. */
	command(sql: string, parameters?: StatementParameters, options?: QueryOptions): Promise<void>;
	/**
	 * Present with a cluster: resolves once these tables have everything that any of its servers has stored, for
	 * readers that must not miss a row that another process stored on another server.
	 */
	catchUp?(tables: readonly string[]): Promise<void>;
	/**
	 * Present with servers, which finish an insert although its sender is gone: resolves once none runs whose
	 * deduplication token starts like this.
	 * @throws StoreError when one runs for longer than a request may
	 */
	insertsEnded?(tokenStart: string): Promise<void>;
	/** Present with a cluster. @throws StoreError with the reason why it cannot store events at the moment */
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

/** The store without `close`, which is reserved for its owner. */
export type WritableStore = Omit<EventStore, "close">;
