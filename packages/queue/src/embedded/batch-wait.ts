import type { ConsumerOptions } from "../driver/queue.ts";

/** Decides when enough records wait for a batch, or have waited long enough. */
export const createBatchWait = ({ minRecords, maxWaitMs, gather }: ConsumerOptions) => {
	let lastTookMs = 0;
	return {
		/** How long a batch of this many records still waits, in ms, if the first of them has waited for `waitedMs`. */
		leftMs: (records: number, waitedMs: number): number => {
			if (records >= minRecords) return 0;
			const gathers = gather !== undefined && records >= gather.fromRecords;
			// The next batch will probably take as long as the last one.
			const mayWaitMs = gathers ? Math.max(maxWaitMs, gather.withinMs - lastTookMs) : maxWaitMs;
			return Math.max(0, mayWaitMs - waitedMs);
		},
		/** Called when a batch was handled, with the duration in ms. */
		took: (ms: number): void => {
			lastTookMs = ms;
		},
	};
};
