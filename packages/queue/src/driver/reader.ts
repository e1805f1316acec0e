/** Where a reader begins: at what the log still has, after it, at a time in ms since the epoch, or at a position's text. */
export type ReadFrom = "beginning" | "end" | { appendedAt: number } | { position: string };

export interface ReaderOptions {
	from: ReadFrom;
	/** Where it ends: before what was appended later, or before a position. Absent: it does not. */
	until?: { appendedAt: number } | { position: string } | undefined;
	/** Waits for more at the end of the log; otherwise it ends there. */
	follow: boolean;
	/** Ends it when aborted. */
	signal: AbortSignal;
}

/** What a reader finds. */
export type ReadItem =
	| { kind: "record"; partition: string; offset: number; value: Uint8Array }
	/** Records that the log had at these offsets, the last one excluded, and why they cannot be read. */
	| { kind: "missing"; partition: string; from: number; to: number; reason: string };

/**
 * Reads a log beside its consumer, whose position it neither uses nor moves. Records of a partition come in order; those
 * of several partitions by the time of their append, in Kafka in no order.
 */
export interface QueueReader {
	/** To be iterated once. Ends with `until`, `signal` or, unless it follows, with the log. */
	items(): AsyncGenerator<ReadItem>;
	/** After the items that were returned, as text; another reader can begin there. */
	position(): string;
}

export const REMOVED = "stored, and removed from the log";
