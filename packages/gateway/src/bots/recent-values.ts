/** Which different values were seen of late. */
export interface RecentValues {
	/** Notes a value and tells whether more than the limit were seen within the window. */
	exceedsWith(value: number, now: number): boolean;
}

/**
 * Remembers one value more than the limit, the latest seen: when that many are younger than the window, the limit is
 * exceeded, however many others there were. A single value, which most clients stay with, costs no map.
 */
export const recentValues = (limit: number, windowMs: number): RecentValues => {
	let only: number | undefined;
	let onlySeen = 0;
	let seen: Map<number, number> | undefined;
	return {
		exceedsWith: (value, now) => {
			if (seen === undefined) {
				if (only === undefined || only === value) {
					only = value;
					onlySeen = now;
					return false;
				}
				seen = new Map([[only, onlySeen]]);
			}
			// Taken out first, so that the map stays in the order of last sight.
			seen.delete(value);
			seen.set(value, now);
			for (const [oldest, at] of seen) {
				if (now - at < windowMs && seen.size <= limit + 1) break;
				seen.delete(oldest);
			}
			return seen.size > limit;
		},
	};
};
