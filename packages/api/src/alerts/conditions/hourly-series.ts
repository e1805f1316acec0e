import type { Span } from "@footfall/reports/alerts/imported-days";

const HOUR_MS = 3_600_000;

/** What happened in each hour, without gaps; NaN where nothing is known or where it must not count. */
export interface HourlySeries {
	/** The first hour, in hours since the epoch. */
	firstHour: number;
	values: Float32Array | readonly number[];
	/** Sums of hours make sense; otherwise windows have the mean of their hours. */
	isSum: boolean;
}

/** An hour of which less is missing is as good as any other: a restart takes a few minutes. */
const LEAST_MISSING_MS = HOUR_MS / 6;

const overlapOf = (one: Span, other: Span): number =>
	Math.min(one.to, other.to) - Math.max(one.from, other.from);

/** Whether so much of a window lies in times that do not count that its value says nothing. */
export const isLeftOut = (window: Span, leftOut: readonly Span[]): boolean => {
	const least = Math.min(LEAST_MISSING_MS, (window.to - window.from) / 6);
	return leftOut.some((span) => overlapOf(span, window) >= least);
};

/** The end of the last time that does not count and has begun; 0 if there is none. */
export const leftOutUntil = (now: number, leftOut: readonly Span[]): number =>
	leftOut.reduce(
		(until, { from, to }) => (from < now ? Math.max(until, Math.min(to, now)) : until),
		0,
	);

/**
 * Makes unknown what must not count: the hours of some times, and those before the first one in which anything happened,
 * which are unknown rather than empty.
 * @param values by hour from `firstHour` on, hours since the epoch; they are changed
 */
export const onlyKnown = (
	values: Float32Array,
	firstHour: number,
	leftOut: readonly Span[],
): Float32Array => {
	for (const span of leftOut) {
		const last = Math.min(Math.ceil(span.to / HOUR_MS) - firstHour, values.length);
		for (
			let index = Math.max(Math.floor(span.from / HOUR_MS) - firstHour, 0);
			index < last;
			index++
		) {
			const from = (firstHour + index) * HOUR_MS;
			if (overlapOf(span, { from, to: from + HOUR_MS }) >= LEAST_MISSING_MS)
				values[index] = Number.NaN;
		}
	}
	const first = values.findIndex((value) => value > 0);
	return values.fill(Number.NaN, 0, first < 0 ? values.length : first);
};

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
