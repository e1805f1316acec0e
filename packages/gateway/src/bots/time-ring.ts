/** The latest times of something, so many that a limit on it can be checked exactly. */
export interface TimeRing {
	add(time: number): void;
	/** Whether more than `limit` of them, which must be below the capacity, are younger than `windowMs` at `now`. */
	exceeds(limit: number, windowMs: number, now: number): boolean;
}

/** Holds at most `capacity` times and takes memory as they come. Adding and asking take constant time. */
export const timeRing = (capacity: number): TimeRing => {
	const times: number[] = [];
	let next = 0;
	return {
		add: (time) => {
			times[next] = time;
			next = next + 1 === capacity ? 0 : next + 1;
		},
		exceeds: (limit, windowMs, now) => {
			if (times.length <= limit) return false;
			// The limit is exceeded when the event that many before the latest is still within the window.
			const index = next - 1 - limit;
			const then = times[index < 0 ? index + capacity : index];
			return then !== undefined && now - then < windowMs;
		},
	};
};
