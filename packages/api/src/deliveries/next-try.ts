const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after the first, the second … failed try: about a day in all. */
const PAUSES_MS: readonly number[] = [
	...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
	...[2 * HOUR_MS, 5 * HOUR_MS, 16 * HOUR_MS],
];

/** Pauses differ by up to this share, so that the deliveries of an outage do not all come back at once. */
const JITTER = 0.1;

/**
 * How long to wait after a failed try; undefined after the last.
 * @param tries so far, from 1
 * @param random from 0 to 1
 */
export const pauseAfter = (
	tries: number,
	{
		retryAfterMs = 0,
		random = Math.random(),
	}: { retryAfterMs?: number | undefined; random?: number },
): number | undefined => {
	const pauseMs = PAUSES_MS[tries - 1];
	if (pauseMs === undefined) return undefined;
	return Math.max(Math.round(pauseMs * (1 + JITTER * (2 * random - 1))), retryAfterMs);
};
