import type { RateRule } from "./rate-rules.ts";

/** The latest times of something, enough of them to check a limit exactly. Takes memory as they come. */
export interface TimeRing {
	readonly capacity: number;
	times: number[];
	/** Where the next one goes. */
	next: number;
}

/** Adds a time to a ring for rules of at most this limit; makes the ring for the first one. */
export const withTime = (
	ring: TimeRing | undefined,
	{ limit }: RateRule,
	time: number,
): TimeRing => {
	// Most rings keep a single time: a list that grows to one has room for seventeen.
	if (ring === undefined) return { capacity: limit + 1, times: [time], next: 1 };
	ring.times[ring.next] = time;
	ring.next = ring.next + 1 === ring.capacity ? 0 : ring.next + 1;
	return ring;
};

/** Forgets the times, but keeps the memory of one: the next time takes its place. */
export const emptyRing = (ring: TimeRing | undefined): void => {
	if (ring === undefined) return;
	if (ring.times.length > 1) ring.times = [0];
	ring.next = 0;
};

/** Whether more times than the rule allows are within its window. */
export const exceeds = (
	ring: TimeRing | undefined,
	{ limit, windowMs }: RateRule,
	now: number,
): boolean => {
	if (ring === undefined || ring.times.length <= limit) return false;
	// The limit is exceeded when the event that many before the latest is still within the window.
	const index = ring.next - 1 - limit;
	const then = ring.times[index < 0 ? index + ring.capacity : index];
	return then !== undefined && now - then < windowMs;
};
