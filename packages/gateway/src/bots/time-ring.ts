/** The latest times of something, so many that a limit on it can be checked exactly. Takes memory as they come. */
export interface TimeRing {
	times: number[];
	/** Where the next one goes. */
	next: number;
}

const NOTHING: number[] = [];

export const noTimes = (): TimeRing => ({ times: NOTHING, next: 0 });

/** Adds a time to a ring that holds so many. A ring is always given the same capacity. */
export const addTime = (ring: TimeRing, capacity: number, time: number): void => {
	// Most hold one for good: a list that grows to one has room for seventeen.
	if (ring.times === NOTHING) ring.times = [time];
	else ring.times[ring.next] = time;
	ring.next = ring.next + 1 === capacity ? 0 : ring.next + 1;
};

/** Whether more than `limit` times, which must be below the capacity, are younger than `windowMs` at `now`. */
export const exceeds = (
	{ times, next }: TimeRing,
	capacity: number,
	limit: number,
	windowMs: number,
	now: number,
): boolean => {
	if (times.length <= limit) return false;
	// The limit is exceeded when the event that many before the latest is still within the window.
	const index = next - 1 - limit;
	const then = times[index < 0 ? index + capacity : index];
	return then !== undefined && now - then < windowMs;
};
