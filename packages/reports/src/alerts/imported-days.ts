import { DAY_MS, type PastContext, pastOfSite } from "../past/past-of-site.ts";
import type { Parameters } from "../query/binding.ts";
import { bucketSql } from "../query/bucket.ts";
import { startOfDay, wallTimeOf } from "../query/time-zone.ts";

/** A time, ms since the epoch; `to` is not part of it. */
export interface Span {
	from: number;
	to: number;
}

/** Days with events that came with an import. */
const daysOfEvents = async (
	{ runSql, site: { siteId, timeZone } }: PastContext,
	{ from, to }: Span,
): Promise<number[]> => {
	const parameters: Parameters = { site: siteId, from, to };
	const startOf = bucketSql("day", { from, to, timeZone }, parameters);
	const rows = await runSql<{ day: number }>(
		`
  SELECT DISTINCT toUInt32(toDate(${startOf("timestamp")})) AS day
  FROM events
  WHERE site_id = {site:UInt32} AND startsWith(source, 'import:')
    AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  ORDER BY day`,
		parameters,
	);
	return rows.map(({ day }) => day);
};

/** Days whose figures are imported sums. */
const daysOfSums = async (context: PastContext, { from, to }: Span): Promise<number[]> => {
	const past = await pastOfSite(context);
	if (past === undefined) return [];
	const { siteId, timeZone } = context.site;
	const [first, last] = [from, to].map((instant) =>
		Math.floor(wallTimeOf(instant, timeZone) / DAY_MS),
	);
	const rows = await context.runSql<{ day: number }>(
		`
  SELECT DISTINCT toUInt32(date) AS day
  FROM imported_figures
  WHERE site_id = {site:UInt32} AND date >= toDate({first:UInt32}) AND date <= toDate({last:UInt32})
  ORDER BY day`,
		{ site: siteId, first: first ?? 0, last: last ?? 0 },
	);
	const { until = Number.POSITIVE_INFINITY, doubleDays } = past;
	return rows.map(({ day }) => day).filter((day) => day < until && !doubleDays.includes(day));
};

/**
 * The days of a site, on its own clock, whose figures come from imports: those with imported events, and those that
 * reports count from imported sums.
 */
export const importedDays = async (context: PastContext, span: Span): Promise<Span[]> => {
	const found = await Promise.all([daysOfEvents(context, span), daysOfSums(context, span)]);
	const { timeZone } = context.site;
	return [...new Set(found.flat())]
		.sort((one, other) => one - other)
		.map((day) => ({
			from: startOfDay(day * DAY_MS, timeZone),
			to: startOfDay((day + 1) * DAY_MS, timeZone),
		}));
};
