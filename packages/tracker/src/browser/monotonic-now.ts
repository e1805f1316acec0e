let last = 0;

/**
 * The time in ms since the epoch, later than at any call before: two events of one millisecond would have no order in the
 * reports.
 */
export const monotonicNow = (): number => {
	last = Math.max(last + 1, Date.now());
	return last;
};
