/** Collected events normally reach the reports sooner than this. */
const LONGEST_WAIT_MS = 60_000;

/** The warning for a queue whose oldest record has waited this long; "" if that is normal. */
export const queueDelay = (oldestAgeMs: number): string =>
	oldestAgeMs > LONGEST_WAIT_MS
		? `The oldest collected record has been waiting for ${Math.round(oldestAgeMs / 1000)} s to be stored; check the log of the loader`
		: "";
