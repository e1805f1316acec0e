import { z } from "zod";
import {
	type Bucket,
	bucketOf,
	bucketParameter,
	bucketsOf,
	type OfInstant,
} from "../query/bucket.ts";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { comparedRow, comparedSeries } from "../report/compared.ts";
import { report } from "../report/report.ts";
import { runSeries } from "../report/series.ts";
import { DURATION_MS, type Rows } from "../source/rows.ts";
import { openSource, type SourceContext } from "../source/source.ts";
import { Figures, figuresOf, SUMS, type Sums } from "./overview.ts";

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

const Point = Figures.extend({ time: z.string() });

const pointsIn = async (
	context: SourceContext,
	bucket: Bucket,
): Promise<z.infer<typeof Point>[]> => {
	const source = await openSource(context);
	const rows = await runSeries<Sums & { time: string }>(context, source.querySql, {
		bucket,
		text: (startOf) => textOf(source, startOf),
		emptyAt: (time) => ({ time, ...nothing }),
		settings: source.settings,
	});
	return rows.map((row) => ({ time: row.time, ...figuresOf(row) }));
};

export const overviewTimeSeries = report({
	path: "/overview/time-series",
	aliases: ["/overview-bucketed", "/overview-bucketed-lite"],
	summary: "The overview's figures over time; without gaps if the range has both ends",
	tag: "Overview",
	extra: { bucket: bucketParameter("hour"), ...comparisonParameters },
	response: z.object({
		data: z.array(comparedRow(Point)),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const bucket = bucketOf(context.given.bucket, "hour");
		// Rejects a range with too many buckets before anything is read.
		bucketsOf(context.query.period, bucket);
		return comparedSeries(context, bucket, (one) => pointsIn(one, bucket));
	},
});
