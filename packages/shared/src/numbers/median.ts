/** The middle of some values, or the mean of the two in the middle; NaN of none. */
export const medianOf = (values: readonly number[]): number => {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	if (sorted.length === 0) return Number.NaN;
	return sorted.length % 2 === 1
		? (sorted[middle] ?? 0)
		: ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};
