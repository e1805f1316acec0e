import { type Bucket, startOfWallBucketSql } from "../query/bucket.ts";
import type { RunSql } from "../report/report.ts";
import type { UsedPast } from "./fit-past.ts";

/** Sums of days, in the words of the overview; `users` are visitors of each day. */
export interface SumsOfDays {
	sessions: number;
	pageviews: number;
	users: number;
	session_pages: number;
	bounces: number;
	total_ms: number;
	/** Sessions of days for which the other product gave no duration. */
	untimed_sessions: number;
}

const SUMS = `
    sum(visits) AS sessions,
    sum(imported.pageviews) AS pageviews,
    sum(visitors) AS users,
    sum(imported.pageviews) AS session_pages,
    sum(imported.bounces) AS bounces,
    sum(duration_seconds) * 1000 AS total_ms,
    sumIf(visits, duration_seconds = 0 AND platform = 'ga4') AS untimed_sessions`;

/** The sums of all days together. */
export const importedSums = async (runSql: RunSql, past: UsedPast): Promise<SumsOfDays> => {
	const [row] = await runSql<SumsOfDays>(
		`
  SELECT ${SUMS}
  FROM (${past.sql}) AS imported`,
		past.parameters,
	);
	if (!row) throw new Error("The store returned no row for an aggregate");
	return row;
};

/** The sums of a month, all days counted. */
export interface MonthOfSums {
	/** `YYYY-MM` */
	month: string;
	days: number;
	daily_visitors: number;
	sessions: number;
	pageviews: number;
}

/** All sums of a site by month, also those of days that its own events count. */
export const importedMonthSums = (runSql: RunSql, site: number): Promise<MonthOfSums[]> =>
	runSql<MonthOfSums>(
		`
  SELECT
    substring(toString(date), 1, 7) AS month,
    uniqExact(date) AS days,
    sum(visitors) AS daily_visitors,
    sum(visits) AS sessions,
    sum(imported.pageviews) AS pageviews
  FROM (SELECT * FROM imported_figures FINAL WHERE site_id = {site:UInt32} AND dimension = '') AS imported
  GROUP BY month
  ORDER BY month`,
		{ site },
	);

/** The sums by bucket, in order of time; buckets without sums are omitted. */
export const importedSeries = (
	runSql: RunSql,
	past: UsedPast,
	{ bucket, weekStart }: { bucket: Bucket; weekStart: number | undefined },
): Promise<(SumsOfDays & { time: string })[]> =>
	runSql<SumsOfDays & { time: string }>(
		`
  SELECT
    ${startOfWallBucketSql(bucket, weekStart)("toDateTime(date, 'UTC')")} AS time,${SUMS}
  FROM (${past.sql}) AS imported
  GROUP BY time
  ORDER BY time`,
		past.parameters,
	);
