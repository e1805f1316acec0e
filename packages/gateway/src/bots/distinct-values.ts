/** Which different values were seen of late, and when each was seen last. */
export interface DistinctValues {
	/** The latest, -1 for none: most come in a row, and most clients stay with one. */
	value: number;
	at: number;
	/** All of them, once there are several. */
	several: { values: number[]; seenAt: number[]; latest: number } | undefined;
}

export const noValues = (): DistinctValues => ({ value: -1, at: 0, several: undefined });

/**
 * Notes a value, a number from 0 on, and tells whether more than `limit` were seen within the window. Remembers one
 * more than the limit, the latest seen: when that many are younger than the window, the limit is exceeded, however
 * many others there were. They are few, so a walk over two short arrays beats a map.
 */
export const exceedsWith = (
	recent: DistinctValues,
	limit: number,
	windowMs: number,
	value: number,
	now: number,
): boolean => {
	if (recent.several === undefined) {
		if (recent.value === value || recent.value === -1) {
			recent.value = value;
			recent.at = now;
			return false;
		}
		recent.several = { values: [recent.value], seenAt: [recent.at], latest: 0 };
	}
	const { several } = recent;
	const { values, seenAt } = several;
	if (values[several.latest] !== value) {
		const known = values.indexOf(value);
		if (known !== -1) several.latest = known;
		else if (values.length <= limit) several.latest = values.length;
		else several.latest = seenAt.indexOf(Math.min(...seenAt));
		values[several.latest] = value;
	}
	seenAt[several.latest] = now;
	return values.length > limit && seenAt.every((at) => now - at < windowMs);
};
