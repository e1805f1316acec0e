import {
	addDays,
	addMonths,
	type Day,
	dayOf,
	daysBetween,
	firstOfMonth,
	firstOfYear,
	isDay,
} from "./days.ts";

/** The named ranges, as the URL writes them. */
export const NAMED_RANGES = [
	"today",
	"yesterday",
	"24h",
	"mtd",
	"lastmonth",
	"ytd",
	"12mo",
	"all",
] as const;
export type NamedRange = (typeof NAMED_RANGES)[number];

/** The values of `range`: a name, a number of days that end today, or two days, both included. */
export type DateRange =
	| { kind: NamedRange }
	| { kind: "days"; count: number }
	| { kind: "dates"; first: Day; last: Day };

export const DEFAULT_RANGE: DateRange = { kind: "days", count: 28 };
const MAX_DAYS = 3660;

const isNamed = (text: string): text is NamedRange =>
	(NAMED_RANGES as readonly string[]).includes(text);

/** `28d`, `today`, `2026-10-01..2026-10-31` …; undefined for an invalid range. */
export const rangeOf = (text: string): DateRange | undefined => {
	if (isNamed(text)) return { kind: text };
	const [, days] = /^([1-9]\d{0,3})d$/.exec(text) ?? [];
	if (days !== undefined)
		return Number(days) > MAX_DAYS ? undefined : { kind: "days", count: Number(days) };
	const [first = "", last = "", ...more] = text.split("..");
	return more.length === 0 && isDay(first) && isDay(last) && first <= last
		? { kind: "dates", first, last }
		: undefined;
};

export const textOfRange = (range: DateRange): string => {
	if (range.kind === "days") return `${range.count}d`;
	return range.kind === "dates" ? `${range.first}..${range.last}` : range.kind;
};

/** The days of a range, both included. */
export interface Days {
	first: Day;
	last: Day;
}

/**
 * The days of a range; undefined for all time and for the last 24 hours, which begin and end within a day.
 * @param now ms since the epoch
 */
export const daysOf = (range: DateRange, now: number, timeZone: string): Days | undefined => {
	const today = dayOf(now, timeZone);
	switch (range.kind) {
		case "dates":
			return { first: range.first, last: range.last };
		case "days":
			return { first: addDays(today, 1 - range.count), last: today };
		case "today":
			return { first: today, last: today };
		case "yesterday": {
			const day = addDays(today, -1);
			return { first: day, last: day };
		}
		case "mtd":
			return { first: firstOfMonth(today), last: today };
		case "lastmonth": {
			const first = addMonths(firstOfMonth(today), -1);
			return { first, last: addDays(firstOfMonth(today), -1) };
		}
		case "ytd":
			return { first: firstOfYear(today), last: today };
		case "12mo":
			return { first: addDays(addMonths(today, -12), 1), last: today };
		case "24h":
		case "all":
			return undefined;
	}
};

/** The report parameters of a range. */
export type RangeParameters = {
	time_zone: string;
	start_date?: Day;
	end_date?: Day;
	past_minutes_start?: number;
	past_minutes_end?: number;
};

export const rangeParameters = (
	range: DateRange,
	now: number,
	timeZone: string,
): RangeParameters => {
	const days = daysOf(range, now, timeZone);
	if (days) return { time_zone: timeZone, start_date: days.first, end_date: days.last };
	if (range.kind === "24h")
		return { time_zone: timeZone, past_minutes_start: 1440, past_minutes_end: 0 };
	return { time_zone: timeZone };
};

/** How a series is divided. */
export const SERIES_BUCKETS = ["minute", "ten_minutes", "hour", "day", "week", "month"] as const;
export type SeriesBucket = (typeof SERIES_BUCKETS)[number];

/** The buckets that suit a range: the best one first, the others from short to long. */
export const bucketsFor = (range: DateRange, now: number, timeZone: string): SeriesBucket[] => {
	if (range.kind === "24h") return ["hour", "ten_minutes"];
	const days = daysOf(range, now, timeZone);
	const count = days ? daysBetween(days.first, days.last) : undefined;
	if (count === undefined) return ["month", "day", "week"];
	if (count <= 2) return ["hour", "ten_minutes"];
	if (count <= 14) return ["day", "hour"];
	if (count <= 62) return ["day", "hour", "week"];
	return count <= 200 ? ["day", "week", "month"] : ["month", "day", "week"];
};

/** The adjacent range of the same length, for ranges of days; undefined if there is none. */
export const neighbourOf = (
	range: DateRange,
	direction: -1 | 1,
	now: number,
	timeZone: string,
): DateRange | undefined => {
	const days = daysOf(range, now, timeZone);
	if (!days) return undefined;
	const length = daysBetween(days.first, days.last);
	const first = addDays(days.first, direction * length);
	const last = addDays(days.last, direction * length);
	if (!isDay(first) || !isDay(last) || first > dayOf(now, timeZone)) return undefined;
	return { kind: "dates", first, last };
};
