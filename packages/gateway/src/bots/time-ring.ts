import type { RateRule } from "./rate-rules.ts";

/** The latest times of something, enough of them to check a limit exactly. Takes memory as they come. */
export interface TimeRing {
	readonly capacity: number;
	times: number[];
	/** Where the next one goes. */
	next: number;
}

/** For rules of at most this limit. */
export const timeRing = ({ limit }: RateRule): TimeRing => ({
	capacity: limit + 1,
	times: [],
	next: 0,
});

export const addTime = (ring: TimeRing, time: number): void => {
	ring.times[ring.next] = time;
	ring.next = ring.next + 1 === ring.capacity ? 0 : ring.next + 1;
};

/** Whether more times than the rule allows are within its window. */
export const exceeds = (
	{ capacity, times, next }: TimeRing,
	{ limit, windowMs }: RateRule,
	now: number,
): boolean => {
	if (times.length <= limit) return false;
	// The limit is exceeded when the event that many before the latest is still within the window.
	const index = next - 1 - limit;
	const then = times[index < 0 ? index + capacity : index];
	return then !== undefined && now - then < windowMs;
};
