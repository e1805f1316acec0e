/** What was collected is in the reports sooner, unless something is wrong. */
const LONGEST_WAIT_MS = 60_000;

/** What to say about a queue whose oldest record waits for so long; "" while that is in order. */
export const queueDelay = (oldestAgeMs: number): string =>
	oldestAgeMs > LONGEST_WAIT_MS
		? `The oldest collected record has waited ${Math.round(oldestAgeMs / 1000)} s to be stored; see the log of the loader`
		: "";
