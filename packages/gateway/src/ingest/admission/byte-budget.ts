/** Gives bytes back that were taken; only the first call counts. */
export type Release = () => void;

export interface ByteBudget {
	/** Takes this many bytes, or `undefined` when fewer are left. */
	take(bytes: number): Release | undefined;
}

/** Bytes that may be held at the same time: beyond that, refusing is better than holding ever more memory. */
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
