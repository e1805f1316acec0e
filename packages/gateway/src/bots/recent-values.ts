/** Which different values were seen of late. */
export interface RecentValues {
	/** Notes a value and tells whether more than the limit were seen within the window. */
	exceedsWith(value: number, now: number): boolean;
}

/**
 * Remembers one value more than the limit, the latest seen: when that many are younger than the window, the limit is
 * exceeded, however many others there were. They are few, so a walk over two short arrays beats a map.
 */
export const recentValues = (limit: number, windowMs: number): RecentValues => {
	const values: number[] = [];
	const seenAt: number[] = [];
	let latest = 0;
	return {
		exceedsWith: (value, now) => {
			// Most come in a row.
			if (values[latest] !== value) {
				const known = values.indexOf(value);
				if (known !== -1) latest = known;
				else if (values.length <= limit) latest = values.length;
				else latest = seenAt.indexOf(Math.min(...seenAt));
				values[latest] = value;
			}
			seenAt[latest] = now;
			if (values.length <= limit) return false;
			return seenAt.every((at) => now - at < windowMs);
		},
	};
};
