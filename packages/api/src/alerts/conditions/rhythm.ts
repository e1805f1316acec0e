import { evenStretches } from "@footfall/reports/query/time-zone";
import { medianOf } from "@footfall/shared/numbers/median";
import { type HourlySeries, valueAt, valueBetween } from "./hourly-series.ts";
import type { Recent } from "./unusual.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const WEEKS = 8;
/** Longer than a series is kept: how far ahead changes of a zone's clock are looked up. */
const ZONE_MS = 60 * WEEK_MS;
/** By how many weeks the spread is estimated. */
const WEEKS_OF_SPREAD = 3;
const HOURS_OF_WEEK = 168;
const HOURS_OF_DAY = 24;
/** The median of a squared standard normal variable. */
const MEDIAN_OF_SQUARES = 0.4549;
/** The expected value of counts from which on their spread says something. */
const LEAST_EXPECTED = 3;
/** How far the last week may pull what is expected away from the weeks before. */
const LEVELS = { least: 0.5, most: 2 };
/** The busiest weeks are no measure of how long nothing may happen. */
const DROPPED_WEEKS = 2;
const LEAST_WEEKS = 2;

/** What is usual on a site at a time of the week, by its own past. Kept from hour to hour, each hour is looked at once. */
export type Rhythm = ReturnType<typeof createRhythm>;

/**
 * @param windowMs of the windows that are compared
 * @param timeZone weeks pass on its wall clock
 */
export const createRhythm = (
	series: HourlySeries,
	{ windowMs, timeZone }: { windowMs: number; timeZone: string },
) => {
	/** Windows for the spread are whole hours. */
	const hoursOfWindow = Math.max(1, Math.round(windowMs / HOUR_MS));
	const medians = new Map<number, number>();
	const wholeWindows = new Map<number, number | null>();
	const usualHours = new Map<number, number | undefined>();
	const recents = new Map<number, Recent>();

	const begin = series.firstHour * HOUR_MS;
	const stretches = evenStretches(begin, begin + ZONE_MS, timeZone);
	/** The zone's offset from UTC in ms. */
	const offsetAt = (instant: number): number =>
		(stretches.findLast(({ from }) => from <= instant) ?? stretches[0])?.offset ?? 0;

	/** The same time on the wall clock in the weeks before. */
	const weeksBefore = (instant: number): number[] => {
		const offset = offsetAt(instant);
		return Array.from({ length: WEEKS }, (_, week) => {
			const then = instant - (week + 1) * WEEK_MS;
			return then + offset - offsetAt(then);
		});
	};

	const windowBefore = (end: number, length = windowMs): number | null =>
		valueBetween(series, end - length, end);

	/** The window of whole hours that ends with this hour. */
	const wholeWindow = (hour: number): number | null => {
		let value = wholeWindows.get(hour);
		if (value === undefined) {
			value = windowBefore((hour + 1) * HOUR_MS, hoursOfWindow * HOUR_MS);
			// The running hour still grows.
			if (hour - series.firstHour < series.values.length - 1) wholeWindows.set(hour, value);
		}
		return value;
	};

	const past = (end: number, length = windowMs): (number | null)[] =>
		weeksBefore(end).map((then) => windowBefore(then, length));

	const known = (values: readonly (number | null)[]) => values.filter((one) => one !== null);

	/** The median of the weeks before a window of whole hours that ends with this hour; NaN where nothing is known. */
	const medianBefore = (hour: number): number => {
		let median = medians.get(hour);
		if (median === undefined) {
			median = medianOf(known(past((hour + 1) * HOUR_MS, hoursOfWindow * HOUR_MS)));
			medians.set(hour, median);
		}
		return median;
	};

	const recentBefore = (hour: number): Recent => {
		const pairs: { value: number; median: number; isOfWeek: boolean }[] = [];
		for (let one = hour - WEEKS_OF_SPREAD * HOURS_OF_WEEK; one < hour; one++) {
			const median = medianBefore(one);
			const value = wholeWindow(one);
			if (value !== null && !Number.isNaN(median))
				pairs.push({ value, median, isOfWeek: one >= hour - HOURS_OF_WEEK });
		}
		const busy = pairs.filter(({ median }) => median >= (series.isSum ? LEAST_EXPECTED : 1e-9));
		if (busy.length < HOURS_OF_DAY) return { level: 1, dispersion: 0.1 };
		const ratio = medianOf(
			busy.filter(({ isOfWeek }) => isOfWeek).map(({ value, median }) => value / median),
		);
		const level = Math.min(Math.max(ratio || 1, LEVELS.least), LEVELS.most);
		const middle = medianOf(busy.map(({ median }) => median));
		const beyondChance = busy
			// The spread of small counts is chance.
			.filter(({ median }) => median >= middle)
			.map(({ value, median }) => {
				const expected = median * level;
				const square = (value - expected) ** 2 / MEDIAN_OF_SQUARES;
				return (square - (series.isSum ? expected : 0)) / expected ** 2;
			});
		return { level, dispersion: Math.max(medianOf(beyondChance), 0) };
	};

	/** How often it is usual in an hour, with the busiest weeks left out; undefined where too little is known. */
	const usualIn = (hour: number): number | undefined => {
		if (!usualHours.has(hour)) {
			const values = known(past((hour + 1) * HOUR_MS, HOUR_MS)).sort((one, other) => one - other);
			const kept = values.slice(0, Math.max(values.length - DROPPED_WEEKS, 1));
			const mean = kept.reduce((sum, one) => sum + one, 0) / kept.length;
			usualHours.set(hour, values.length < LEAST_WEEKS ? undefined : mean);
		}
		return usualHours.get(hour);
	};

	/** The day before an hour in relation to what is usual, at most 1: a quiet day explains silence. */
	const levelOfDay = (hour: number): number => {
		let actual = 0;
		let usual = 0;
		for (let one = hour - HOURS_OF_DAY; one < hour; one++) {
			actual += valueAt(series, one) ?? 0;
			usual += valueAt(series, one) === null ? 0 : (usualIn(one) ?? 0);
		}
		return usual === 0 ? 1 : Math.min(actual / usual, 1);
	};

	return {
		/** Of windows of the same length that end at the same hour and weekday in the eight weeks before. */
		past,
		/** How the week before an instant differs from the weeks before it. */
		recent: (instant: number): Recent => {
			// Once a day is often enough for what weeks say.
			const hour = Math.floor(instant / HOUR_MS / HOURS_OF_DAY) * HOURS_OF_DAY;
			let recent = recents.get(hour);
			if (recent === undefined) {
				recent = recentBefore(hour);
				recents.set(hour, recent);
			}
			return recent;
		},
		/** How often it is usual between two instants; undefined where too little is known. */
		usualBetween: (from: number, to: number): number | undefined => {
			const first = Math.floor(from / HOUR_MS);
			const level = levelOfDay(first);
			let sum = 0;
			for (let hour = first; hour * HOUR_MS < to; hour++) {
				const usual = usualIn(hour);
				if (usual === undefined) return undefined;
				const share = Math.min(to, (hour + 1) * HOUR_MS) - Math.max(from, hour * HOUR_MS);
				sum += (usual * level * share) / HOUR_MS;
			}
			return sum;
		},
	};
};
