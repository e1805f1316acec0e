/**
 * Measures how one request spends its time, for a browser's developer tools.
 * @param now a monotonic clock in ms
 */
export const createTimings = (now: () => number = () => performance.now()) => {
	const startedAt = now();
	let running = 0;
	let runningSince = 0;
	let storeMs: number | undefined;
	const storeMsNow = () => (storeMs ?? 0) + (running > 0 ? now() - runningSince : 0);
	return {
		/** Measures the work as time of the store; overlapping work counts once. */
		ofStore: async <Result>(work: () => Promise<Result>): Promise<Result> => {
			if (running === 0) runningSince = now();
			running += 1;
			try {
				return await work();
			} finally {
				if (running === 1) storeMs = storeMsNow();
				running -= 1;
			}
		},
		/** `db;dur=12.3, total;dur=15.0`; undefined without store time. */
		header: () =>
			storeMs === undefined
				? undefined
				: `db;dur=${storeMsNow().toFixed(1)}, total;dur=${(now() - startedAt).toFixed(1)}`,
	};
};
export type Timings = ReturnType<typeof createTimings>;
