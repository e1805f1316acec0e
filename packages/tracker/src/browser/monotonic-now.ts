let last = 0;

/**
 * The time in ms since the epoch, later than in all previous calls: two events in one millisecond would have no order
 * in the reports.
 */
export const monotonicNow = (): number => {
	last = Math.max(last + 1, Date.now());
	return last;
};
