import { z } from "zod";
import { type FittedPast, fitPast } from "../past/fit-past.ts";
import {
	ImportedSums,
	importedAnswer,
	importedParameter,
	isSwitchedOff,
} from "../past/imported-answer.ts";
import { importedSeries } from "../past/imported-sums.ts";
import {
	type Bucket,
	bucketOf,
	bucketParameter,
	bucketsOf,
	type OfInstant,
} from "../query/bucket.ts";
import { ComparedRange, comparisonOf, comparisonParameters } from "../query/comparison.ts";
import { comparedRow, comparedSeries } from "../report/compared.ts";
import { report } from "../report/report.ts";
import { runSeries } from "../report/series.ts";
import { DURATION_MS, type Rows } from "../source/rows.ts";
import { openSource, type SourceContext } from "../source/source.ts";
import { Figures, figuresOf, METRICS_OF_FIGURES, plus, SUMS, type Sums } from "./overview.ts";

/** Sessions are counted in the bucket of their first act, pageviews and users in that of each act. */
const textOf = ({ sessions, activity }: Rows, startOf: OfInstant) => `
  SELECT
    bucket AS time,
    ${SUMS.map((name) => `sum(row_${name}) AS ${name}`).join(",\n    ")}
  FROM (
    SELECT
      ${startOf("began")} AS bucket,
      count() AS row_sessions,
      0 AS row_pageviews,
      0 AS row_users,
      sum(pageviews) AS row_session_pages,
      countIf(pageviews = 1) AS row_bounces,
      sum(${DURATION_MS}) AS row_total_ms
    FROM (${sessions(["began", "ended", "pageviews"])})
    GROUP BY bucket
    UNION ALL
    SELECT
      bucket,
      0 AS row_sessions,
      sum(pageviews) AS row_pageviews,
      uniqExact(person) AS row_users,
      0 AS row_session_pages,
      0 AS row_bounces,
      0 AS row_total_ms
    FROM (${activity(startOf)})
    GROUP BY bucket
  )
  GROUP BY bucket
  ORDER BY bucket`;

const nothing = Object.fromEntries(SUMS.map((name) => [name, 0])) as Sums;

const Point = Figures.extend({
	time: z.string(),
	/** Daily sums that were imported count in it; its users include visitors of each of these days. */
	imported: z.literal(true).optional(),
}).meta({ component: "OverviewPoint" });
type Point = z.infer<typeof Point>;

/** The sums of the site's own events by bucket. */
export const ownRows = async (context: SourceContext, bucket: Bucket) => {
	const source = await openSource(context);
	return runSeries<Sums & { time: string }>(context, source.querySql, {
		bucket,
		text: (startOf) => textOf(source, startOf),
		emptyAt: (time) => ({ time, ...nothing }),
		settings: source.settings,
	});
};

/** Imported sums of a series, by the start of their bucket. */
const importedRows = async (
	{ runSql, query: { period } }: SourceContext,
	bucket: Bucket,
	past: FittedPast | undefined,
) => {
	const { weekStart } = period;
	const rows = past?.isUsed ? await importedSeries(runSql, past, { bucket, weekStart }) : [];
	return new Map(rows.map((row) => [row.time, row]));
};

const pointsIn = async (
	context: SourceContext,
	bucket: Bucket,
	past: FittedPast | undefined,
): Promise<Point[]> => {
	const [own, imported] = await Promise.all([
		ownRows(context, bucket),
		importedRows(context, bucket, past),
	]);
	const points = own.map((row): Point => {
		const { time } = row;
		const sums = imported.get(time);
		imported.delete(time);
		return sums
			? { time, ...figuresOf(plus(row, sums)), imported: true }
			: { time, ...figuresOf(row) };
	});
	if (imported.size === 0) return points;
	// A range with an open end has no empty buckets.
	const more = [...imported.values()].map(
		(sums): Point => ({ time: sums.time, ...figuresOf(sums), imported: true }),
	);
	return [...points, ...more].sort((one, other) => (one.time < other.time ? -1 : 1));
};

export const overviewTimeSeries = report({
	path: "/overview/time-series",
	aliases: ["/overview-bucketed", "/overview-bucketed-lite"],
	summary: "The overview's figures over time; without gaps if the range has both ends",
	description:
		"For a chart: a point for each `bucket`, whose `time` is the wall time of its start in the query's time zone. 400 names a wider bucket if there are too many.",
	tag: "Overview",
	extra: { bucket: bucketParameter("hour"), ...comparisonParameters, ...importedParameter },
	response: z.object({
		data: z.array(comparedRow(Point)),
		comparison: ComparedRange.optional(),
		imported: ImportedSums.optional(),
	}),
	answer: async (context) => {
		const bucket = bucketOf(context.given.bucket, "hour");
		// Rejects a range with too many buckets before anything is read.
		bucketsOf(context.query.period, bucket);
		const isWithout = isSwitchedOff(context.given);
		const pastOf = (one: SourceContext) =>
			fitPast(one, one.query, { metrics: METRICS_OF_FIGURES, bucket, isSwitchedOff: isWithout });
		const series = await comparedSeries(context, bucket, async (one) =>
			pointsIn(one, bucket, await pastOf(one)),
		);
		const other = comparisonOf(context.given, context.query, context.now);
		const [past, previous] = await Promise.all([
			pastOf(context),
			other && pastOf({ ...context, query: other.query }),
		]);
		return { ...series, ...importedAnswer(past, { previous, hasUsers: true }) };
	},
});
