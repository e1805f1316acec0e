/** A place that was taken; given back once. */
export type Release = () => void;

export interface ByteBudget {
	/** Takes so many bytes, or `undefined` when there are not so many left. */
	take(bytes: number): Release | undefined;
}

/** So many bytes may be held at the same time: what does not fit is better refused than kept in ever more memory. */
export const byteBudget = (maxBytes: number): ByteBudget => {
	let left = maxBytes;
	return {
		take: (bytes) => {
			if (bytes > left) return undefined;
			left -= bytes;
			let taken = bytes;
			return () => {
				left += taken;
				taken = 0;
			};
		},
	};
};

/** Runs so many at the same time; the others wait for their turn, in order. */
export const concurrencyLimit = (most: number) => {
	let running = 0;
	const waiting: (() => void)[] = [];
	return async <Result>(work: () => Promise<Result>): Promise<Result> => {
		if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
		else running++;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
};
