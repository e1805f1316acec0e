import { z } from "zod";
import { type Bucket, bucketsOf, MAX_SERIES_ROWS, tooManyBuckets } from "../query/bucket.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { count, type ReportContext } from "../report/report.ts";
import { runSeries } from "../report/series.ts";
import type { ErrorGroups } from "./error-groups.ts";
import { CANONICAL_ERROR_ID, ERROR_COUNTS, type ErrorCounts, MESSAGE_NUMBER } from "./one-error.ts";

export const ErrorPoint = z
	.object({ time: z.string(), error_count: count() })
	.meta({ component: "ErrorPoint" });
type ErrorPoint = z.infer<typeof ErrorPoint>;

/** When an error first and last occurred, as ISO 8601, and in which releases, if any is known. */
export interface Seen {
	firstSeen: string;
	lastSeen: string;
	firstRelease?: string;
	lastRelease?: string;
}

const iso = (at: number) => new Date(at).toISOString();

interface SeenRow {
	key: string;
	first: number;
	last: number;
	first_release: string;
	last_release: string;
}

/**
 * First and last occurrence by key, among all events of the site, regardless of range and filters. Occurrences without an
 * id count for each error that has their message too: an error did not begin with the upgrade that gave it an id.
 * @param time when an error happened, or when the gateway received it
 */
export const seenByKey = async (
	{ runSql, site }: Pick<ReportContext, "runSql"> & { site: { siteId: number } },
	keys: readonly string[],
	groups: ErrorGroups,
	time: "timestamp" | "received_at" = "timestamp",
): Promise<Map<string, Seen>> => {
	const rows = await runSql<SeenRow>(
		`
  SELECT
    key,
    toUnixTimestamp64Milli(min(if(toUnixTimestamp64Milli(earlier) = 0, began, least(began, earlier)))) AS first,
    toUnixTimestamp64Milli(max(ended)) AS last,
    argMinIf(began_in, began, began_in != '') AS first_release,
    argMaxIf(ended_in, ended, ended_in != '') AS last_release
  FROM (
    SELECT *, minIf(began, is_nameless) OVER (PARTITION BY message_number) AS earlier
    FROM (
      SELECT
        ${CANONICAL_ERROR_ID} AS key,
        ${MESSAGE_NUMBER} AS message_number,
        error_group = '' AS is_nameless,
        min(${time}) AS began,
        max(${time}) AS ended,
        argMinIf(release, ${time}, release != '') AS began_in,
        argMaxIf(release, ${time}, release != '') AS ended_in
      FROM events
      WHERE site_id = {site:UInt32} AND type = 'error' AND (is_nameless OR key IN {keys:Array(String)})
      GROUP BY key, message_number, is_nameless
    )
  )
  WHERE key IN {keys:Array(String)}
  GROUP BY key`,
		{ ...groups.parameters, site: site.siteId, keys: [...keys] },
	);
	return new Map(
		rows.map(({ key, first, last, first_release, last_release }) => [
			key,
			{
				firstSeen: iso(first),
				lastSeen: iso(last),
				...(first_release !== "" && { firstRelease: first_release }),
				...(last_release !== "" && { lastRelease: last_release }),
			},
		]),
	);
};

/** How often each error occurred, and for how many people, by key. */
export const countsByKey = async (
	{ runSql }: Pick<ReportContext, "runSql">,
	querySql: QuerySql,
	keys: readonly string[],
	groups: ErrorGroups,
): Promise<Map<string, ErrorCounts>> => {
	const rows = await runSql<ErrorCounts & { key: string }>(
		`
  SELECT
    ${CANONICAL_ERROR_ID} AS key,
    ${ERROR_COUNTS}
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'error' AND key IN {keys:Array(String)}
  GROUP BY key`,
		{ ...querySql.parameters, ...groups.parameters, keys: [...keys] },
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
	{ keys, bucket, groups }: { keys: readonly string[]; bucket: Bucket; groups: ErrorGroups },
): Promise<Map<string, ErrorPoint[]>> => {
	const { period } = context.query;
	const times = bucketsOf(period, bucket);
	if (times && times.length * keys.length > MAX_SERIES_ROWS)
		throw tooManyBuckets(bucket, (period.to ?? 0) - (period.from ?? 0), keys.length);
	Object.assign(querySql.parameters, groups.parameters, { keys: [...keys] });
	const points = await runSeries<ErrorPoint & { key: string }>(context, querySql, {
		bucket,
		rowsPerBucket: keys.length,
		text: (startOf) => `
  SELECT ${CANONICAL_ERROR_ID} AS key, ${startOf("timestamp")} AS time, count() AS error_count
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
