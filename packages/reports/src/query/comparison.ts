import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { isTrue, textParameter } from "./parameters.ts";
import { midnightOf, type Period } from "./period.ts";
import type { ReportQuery } from "./report-query.ts";
import { instantAtWall, startOfDay, wallTimeOf } from "./time-zone.ts";

const ACCEPTED = "compare: previous, month, year, or days as YYYY-MM-DD..YYYY-MM-DD";

/** The query parameters of a comparison, unparsed. */
export const comparisonParameters = {
	compare: textParameter(
		"Adds the figures of another period as `previous`: `previous` for the period before, `month` or `year` for the same dates a month or a year earlier, or days as `YYYY-MM-DD..YYYY-MM-DD`. The range must have both ends. If it has not ended yet, the other period stops at the same time of day",
	),
	match_weekdays: textParameter(
		"`true` moves the other period by whole weeks, so that each day is compared with the same day of the week; not for explicit days",
	),
};
export type ComparisonParameters = {
	[name in keyof typeof comparisonParameters]?: string | undefined;
};

/** The comparison period, as instants in ISO 8601: `from` included, `to` excluded. */
export const ComparedRange = z
	.object({ from: z.string(), to: z.string() })
	.meta({ component: "ComparedRange" });

/** The error for an order by change of rows that are not compared. */
export const changeNeedsComparison = () =>
	refusedParameters(
		"sort_by=change needs compare",
		"compare: the period that rows have changed from",
	);

/** The query of the other period, and how the two are aligned. */
export interface Comparison {
	query: ReportQuery;
	range: z.infer<typeof ComparedRange>;
	/** The other period's wall time for one of the range; undefined when both are aligned by elapsed time. */
	wallBefore: ((wall: number) => number) | undefined;
	/** The range has not ended, so the other period stops at the same time of day. */
	isCut: boolean;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** The periods that are whole months long, and the number of whole weeks closest to each. */
const CALENDAR = { month: { months: 1, weeks: 4 }, year: { months: 12, weeks: 52 } } as const;
type Kind = "previous" | keyof typeof CALENDAR;

/** The same wall time some months earlier; on the last day of a month that has no such date. */
const monthsBefore = (wall: number, months: number): number => {
	const date = new Date(wall);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	const midnight = Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
	return midnight + (wall - Math.floor(wall / DAY_MS) * DAY_MS);
};

/** The first and the last day of `2026-10-01..2026-10-31` as midnights; undefined for a text of another form. */
const daysOf = (text: string): { first: number; last: number } | undefined => {
	const dates = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text);
	if (!dates) return undefined;
	const [first, last] = [midnightOf(dates[1] ?? ""), midnightOf(dates[2] ?? "")];
	return first === undefined || last === undefined || first > last ? undefined : { first, last };
};

type BoundedPeriod = Period & { from: number; to: number };

/** The wall times that bound a period, at most until now. */
const wallTimesOf = ({ from, to, timeZone, days }: BoundedPeriod, now: number) => {
	const wallOf = (instant: number) => wallTimeOf(instant, timeZone);
	// A day may begin after midnight if the clocks skip it.
	const edgeOf = (instant: number) =>
		days === undefined ? wallOf(instant) : Math.floor(wallOf(instant) / DAY_MS) * DAY_MS;
	return { start: edgeOf(from), end: to > now ? wallOf(now + 1) : edgeOf(to) };
};

/** How wall times are moved to the other period; undefined when instants are moved, by the length of the range. */
const moveOf = (
	period: BoundedPeriod,
	kind: Kind,
	matchesWeekdays: boolean,
): ((wall: number) => number) | undefined => {
	if (kind !== "previous") {
		const { months, weeks } = CALENDAR[kind];
		return matchesWeekdays
			? (wall) => wall - weeks * WEEK_MS
			: (wall) => monthsBefore(wall, months);
	}
	const { from, to, days } = period;
	const length = days === undefined ? to - from : days * DAY_MS;
	if (matchesWeekdays) {
		const moved = Math.max(1, Math.ceil(length / WEEK_MS)) * WEEK_MS;
		return (wall) => wall - moved;
	}
	return days === undefined ? undefined : (wall) => wall - length;
};

/** The other period's bounds as instants, and how wall times are moved to it. */
const otherPeriodOf = (
	period: BoundedPeriod,
	compare: string,
	matchesWeekdays: boolean,
	now: number,
): { from: number; to: number } & Pick<Comparison, "wallBefore" | "isCut"> => {
	const { timeZone } = period;
	const isCut = period.to > now;
	const { start, end } = wallTimesOf(period, now);
	const at = (wall: number) => instantAtWall(wall, timeZone);
	if (compare === "previous" || compare === "month" || compare === "year") {
		const wallBefore = moveOf(period, compare, matchesWeekdays);
		// The end is excluded: around a 29th of February, the day before it has another date a year earlier.
		if (wallBefore)
			return { from: at(wallBefore(start)), to: at(wallBefore(end - 1) + 1), wallBefore, isCut };
		const length = period.to - period.from;
		const until = Math.min(period.to, now + 1);
		return { from: period.from - length, to: until - length, wallBefore, isCut };
	}
	const days = daysOf(compare);
	if (!days) throw refusedParameters(`Invalid compare: ${compare.slice(0, 100)}`, ACCEPTED);
	const wallBefore = (wall: number) => wall - (start - days.first);
	const isAsLong = (days.last - days.first) / DAY_MS + 1 === period.days;
	return {
		from: startOfDay(days.first, timeZone),
		to: isCut && isAsLong ? at(wallBefore(end)) : startOfDay(days.last + DAY_MS, timeZone),
		wallBefore,
		isCut: isCut && isAsLong,
	};
};

/**
 * Reads the parameters of a comparison; undefined when none is requested.
 * @param now ms since the epoch
 * @throws ApiError for a range without both ends, and for an unknown comparison
 */
export const comparisonOf = (
	{ compare, match_weekdays }: ComparisonParameters,
	query: ReportQuery,
	now: number,
): Comparison | undefined => {
	const matches = isTrue("match_weekdays", match_weekdays);
	if (!compare) return undefined;
	const { period } = query;
	const { from, to } = period;
	if (from === undefined || to === undefined)
		throw refusedParameters(
			"compare needs a range with both ends",
			"start_date and end_date: the days of the range, or start_datetime and end_datetime",
		);
	const other = otherPeriodOf({ ...period, from, to }, compare, matches, now);
	const start = Math.max(0, other.from);
	const end = Math.max(start, other.to);
	return {
		query: { ...query, period: { ...period, from: start, to: end } },
		range: { from: new Date(start).toISOString(), to: new Date(end).toISOString() },
		wallBefore: other.wallBefore,
		isCut: other.isCut,
	};
};
