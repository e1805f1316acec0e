/** Where the time of one request goes, for a browser's developer tools. */
export interface Timings {
	/** Measures the work as time of the store; overlapping work counts once. */
	ofStore<Result>(work: () => Promise<Result>): Promise<Result>;
	/** `db;dur=12.3, total;dur=15.0`; undefined without work of the store. */
	header(): string | undefined;
}

/** @param now a monotonic clock in ms */
export const createTimings = (now: () => number = () => performance.now()): Timings => {
	const startedAt = now();
	let running = 0;
	let runningSince = 0;
	let storeMs: number | undefined;
	const storeMsNow = () => (storeMs ?? 0) + (running > 0 ? now() - runningSince : 0);
	return {
		ofStore: async (work) => {
			if (running === 0) runningSince = now();
			running += 1;
			try {
				return await work();
			} finally {
				if (running === 1) storeMs = storeMsNow();
				running -= 1;
			}
		},
		header: () =>
			storeMs === undefined
				? undefined
				: `db;dur=${storeMsNow().toFixed(1)}, total;dur=${(now() - startedAt).toFixed(1)}`,
	};
};
