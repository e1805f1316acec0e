const HOUR_MS = 3_600_000;

/** What happened in each hour, without gaps; NaN where nothing is known or where it must not count. */
export interface HourlySeries {
	/** The first hour, in hours since the epoch. */
	firstHour: number;
	values: Float32Array | readonly number[];
	/** Sums of hours make sense; otherwise windows have the mean of their hours. */
	isSum: boolean;
}

const hourOf = (instant: number) => Math.floor(instant / HOUR_MS);

/** The value of an hour; null where nothing is known. */
export const valueAt = ({ firstHour, values }: HourlySeries, hour: number): number | null => {
	const value = values[hour - firstHour];
	return value === undefined || Number.isNaN(value) ? null : value;
};

/**
 * The value of a window, which takes its share of the hours that it begins and ends in; null if one of them is unknown.
 * Means are of whole hours, and ignore those without a measurement.
 * @param from ms since the epoch, like `to`, which is not part of it
 */
export const valueBetween = (series: HourlySeries, from: number, to: number): number | null => {
	let sum = 0;
	let weight = 0;
	for (let hour = hourOf(from); hour * HOUR_MS < to; hour++) {
		const share = Math.min(to, (hour + 1) * HOUR_MS) - Math.max(from, hour * HOUR_MS);
		const value = valueAt(series, hour);
		if (value === null && series.isSum) return null;
		if (value === null) continue;
		sum += (value * share) / HOUR_MS;
		weight += share / HOUR_MS;
	}
	if (series.isSum) return sum;
	return weight === 0 ? null : sum / weight;
};

/** The last hour in which anything happened before `hour`; undefined if there is none. */
export const lastActiveHour = (series: HourlySeries, before: number): number | undefined => {
	for (let hour = before - 1; hour >= series.firstHour; hour--)
		if ((valueAt(series, hour) ?? 0) > 0) return hour;
	return undefined;
};
