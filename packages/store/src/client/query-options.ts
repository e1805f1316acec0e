import type { WaitOptions } from "./pool.ts";

/**
 * Where a query is queued: polls of a screen must not wait behind reports that read a month, so each
 * priority has its own sessions.
 */
export type QueryPriority = "prompt" | "heavy";

export interface QueryOptions extends WaitOptions {
	/** `prompt` by default. */
	priority?: QueryPriority;
	/**
	 * Whether to share the answer of an equal statement of the same requester that is already queued; its rows are
	 * shared, too. The statement is awaited even when the signal fires.
	 */
	coalesce?: boolean;
	/** Called before anything is read. */
	began?(): void;
}
