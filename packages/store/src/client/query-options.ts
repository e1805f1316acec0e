import type { WaitOptions } from "./pool.ts";

/**
 * Where a query is queued: polls of a screen must not wait behind reports that read a month, so each
 * priority has sessions of its own.
 */
export type QueryPriority = "prompt" | "heavy";

export interface QueryOptions extends WaitOptions {
	/** `prompt` unless given. */
	priority?: QueryPriority;
	/**
	 * Whether to share the answer of the same statement that waits for a session already, for the same requester; its rows are
	 * shared, too. It is waited for even when the signal fires.
	 */
	coalesce?: boolean;
	/** Called before anything is read. */
	began?(): void;
}
