import { type FittedPast, fitPast, type UsedPast } from "../past/fit-past.ts";
import { startOfWallBucketSql } from "../query/bucket.ts";
import type { ReportQuery } from "../query/report-query.ts";
import type { SourceContext } from "../source/source.ts";
import type { Key } from "./keys.ts";
import type { Metric, MetricColumn } from "./metric.ts";
import { columnsOf, keyNames, type Part } from "./part.ts";

/** What daily sums hold of the columns of metrics. */
const SUMS: Readonly<Record<string, string>> = {
	c_sessions: "sum(visits)",
	// Google tells no duration of some days.
	c_timed_sessions: "sumIf(visits, duration_seconds > 0 OR platform != 'ga4')",
	c_bounces: "sum(imported.bounces)",
	c_session_pages: "sum(imported.pageviews)",
	c_total_ms: "toInt64(sum(duration_seconds) * 1000)",
	c_users: "sum(visitors)",
	c_pageviews: "sum(imported.pageviews)",
	c_events: "sum(imported.events)",
};

/** A row with it has imported days. */
export const IMPORTED: MetricColumn = { name: "c_imported", sql: () => "1" };

/** Whether the imported daily sums of a site count in a question; undefined for a site without any. */
export const pastOf = (
	context: SourceContext,
	query: ReportQuery,
	{
		keys,
		metrics,
		isSwitchedOff,
	}: { keys: readonly Key[]; metrics: readonly Metric[]; isSwitchedOff: boolean },
): Promise<FittedPast | undefined> => {
	const times = keys.filter((key) => key.kind === "time");
	const others = keys.filter((key) => key.kind !== "time");
	const hours = times.some(({ name }) => name === "hour_of_day");
	const shortest = times.flatMap(({ bucket }) => bucket ?? []);
	const [dimension] = others;
	return fitPast(context, query, {
		// No sum is divided by two dimensions.
		dimension: others.length > 1 ? others.map(({ name }) => name).join(" ") : dimension?.name,
		metrics: metrics.map(({ name }) => name),
		bucket: hours ? "hour" : (shortest.find((bucket) => /hour|minute/.test(bucket)) ?? shortest[0]),
		isSwitchedOff,
		prefix: "past_",
	});
};

/** The imported sums of a question's groups, whose parameters are added to its own. */
export const importedPart = (
	past: UsedPast,
	{
		keys,
		metrics,
		weekStart,
	}: { keys: readonly Key[]; metrics: readonly Metric[]; weekStart: number | undefined },
): Part => {
	const columns = columnsOf(metrics);
	const values = keys.map((key, place) => {
		if (key.kind !== "time") return `value AS k${place}`;
		const sql = key.bucket
			? startOfWallBucketSql(key.bucket, weekStart)("toDateTime(date, 'UTC')")
			: "toDayOfWeek(date)";
		return `toString(${sql}) AS k${place}`;
	});
	const sums = columns.map(({ name }) => `${SUMS[name] ?? "0"} AS ${name}`);
	return {
		columns: [...columns, IMPORTED],
		sql: `
    SELECT ${[...values, ...sums, "toUInt8(count() > 0) AS c_imported"].join(", ")}
    FROM (${past.sql}) AS imported${keys.length === 0 ? "" : `\n    GROUP BY ${keyNames(keys).join(", ")}`}`,
	};
};
