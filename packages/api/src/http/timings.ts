/** Where the time of one request goes, for whoever looks at it in a browser's developer tools. */
export interface Timings {
	/** Counts the time until the work is done as the store's; what overlaps counts once. */
	ofStore<Result>(work: () => Promise<Result>): Promise<Result>;
	/** `db;dur=12.3, total;dur=15.0`; undefined where the store was not asked. */
	header(): string | undefined;
}

/** @param now ms of a clock that never goes back */
export const createTimings = (now: () => number = () => performance.now()): Timings => {
	const began = now();
	let atWork = 0;
	let since = 0;
	let storeMs: number | undefined;
	const spentSoFar = () => (storeMs ?? 0) + (atWork > 0 ? now() - since : 0);
	return {
		ofStore: async (work) => {
			if (atWork === 0) since = now();
			atWork += 1;
			try {
				return await work();
			} finally {
				if (atWork === 1) storeMs = spentSoFar();
				atWork -= 1;
			}
		},
		header: () =>
			storeMs === undefined
				? undefined
				: `db;dur=${spentSoFar().toFixed(1)}, total;dur=${(now() - began).toFixed(1)}`,
	};
};
