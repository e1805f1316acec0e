import { z } from "zod";
import { type Bucket, bucketsOf, MAX_SERIES_ROWS, tooManyBuckets } from "../query/bucket.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { count, type ReportContext } from "../report/report.ts";
import { runSeries } from "../report/series.ts";
import { ERROR_COUNTS, ERROR_ID, type ErrorCounts } from "./one-error.ts";

export const ErrorPoint = z
	.object({ time: z.string(), error_count: count() })
	.meta({ component: "ErrorPoint" });
type ErrorPoint = z.infer<typeof ErrorPoint>;

/** When an error first and last occurred, as ISO 8601. */
export interface Seen {
	firstSeen: string;
	lastSeen: string;
}

const iso = (at: number) => new Date(at).toISOString();

/** First and last occurrence by key, among all events of the site, regardless of range and filters. */
export const seenByKey = async (
	{ runSql, site }: Pick<ReportContext, "runSql" | "site">,
	keys: readonly string[],
): Promise<Map<string, Seen>> => {
	const rows = await runSql<{ key: string; first: number; last: number }>(
		`
  SELECT
    ${ERROR_ID} AS key,
    toUnixTimestamp64Milli(min(timestamp)) AS first,
    toUnixTimestamp64Milli(max(timestamp)) AS last
  FROM events
  WHERE site_id = {site:UInt32} AND type = 'error' AND key IN {keys:Array(String)}
  GROUP BY key`,
		{ site: site.siteId, keys: [...keys] },
	);
	return new Map(
		rows.map(({ key, first, last }) => [key, { firstSeen: iso(first), lastSeen: iso(last) }]),
	);
};

/** How often each error occurred, and for how many people, by key. */
export const countsByKey = async (
	{ runSql }: Pick<ReportContext, "runSql">,
	querySql: QuerySql,
	keys: readonly string[],
): Promise<Map<string, ErrorCounts>> => {
	const rows = await runSql<ErrorCounts & { key: string }>(
		`
  SELECT
    ${ERROR_ID} AS key,
    ${ERROR_COUNTS}
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'error' AND key IN {keys:Array(String)}
  GROUP BY key`,
		{ ...querySql.parameters, keys: [...keys] },
	);
	return new Map(rows.map(({ key, ...counts }) => [key, counts]));
};

/**
 * Occurrences over time by key, within the range and the filters; without gaps if the range has two ends.
 * @throws ApiError that names a bucket that fits, when there are more points than an answer may have
 */
export const trendsByKey = async (
	context: Pick<ReportContext, "runSql" | "query">,
	querySql: QuerySql,
	{ keys, bucket }: { keys: readonly string[]; bucket: Bucket },
): Promise<Map<string, ErrorPoint[]>> => {
	const { period } = context.query;
	const times = bucketsOf(period, bucket);
	if (times && times.length * keys.length > MAX_SERIES_ROWS)
		throw tooManyBuckets(bucket, (period.to ?? 0) - (period.from ?? 0), keys.length);
	querySql.parameters["keys"] = [...keys];
	const points = await runSeries<ErrorPoint & { key: string }>(context, querySql, {
		bucket,
		rowsPerBucket: keys.length,
		text: (startOf) => `
  SELECT ${ERROR_ID} AS key, ${startOf("timestamp")} AS time, count() AS error_count
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'error' AND key IN {keys:Array(String)}
  GROUP BY key, time
  ORDER BY time`,
	});
	const counts = new Map(keys.map((key) => [key, new Map<string, number>()]));
	for (const { key, time, error_count } of points) counts.get(key)?.set(time, error_count);
	return new Map(
		[...counts].map(([key, known]) => [
			key,
			// The store's time zone table may be of another year than ours: no point is dropped because of that.
			[...new Set([...(times ?? []), ...known.keys()])]
				.sort()
				.map((time) => ({ time, error_count: known.get(time) ?? 0 })),
		]),
	);
};
