/**
 * Bytes that may be held at the same time: beyond that, refusing is better than using ever more memory. Returns a
 * function that takes some and returns one that gives them back; `undefined` when fewer are left.
 */
export const createByteBudget = (maxBytes: number) => {
	let left = maxBytes;
	return (bytes: number): (() => void) | undefined => {
		if (bytes > left) return undefined;
		left -= bytes;
		return () => {
			left += bytes;
		};
	};
};
