/** Runs at most this many tasks at the same time; the others wait, in order. */
export const createConcurrencyLimit = (maxInFlight: number) => {
	let inFlight = 0;
	const queued: (() => void)[] = [];
	return async <Result>(work: () => Promise<Result>): Promise<Result> => {
		if (inFlight === maxInFlight) await new Promise<void>((resolve) => queued.push(resolve));
		else inFlight++;
		try {
			return await work();
		} finally {
			const next = queued.shift();
			if (next) next();
			else inFlight--;
		}
	};
};
