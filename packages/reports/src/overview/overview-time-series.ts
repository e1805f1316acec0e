import { z } from "zod";
import { bucketOf, bucketParameter, bucketSql, bucketsOf } from "../query/bucket.ts";
import { report } from "../report/report.ts";
import { runSeries, withoutGaps } from "../report/series.ts";
import type { OfInstant, Rows } from "../source/rows.ts";
import { openSource } from "../source/source.ts";
import { Figures, figuresOf, type Sums } from "./overview.ts";

/** Sessions stand in the bucket of their first event, pageviews and users in that of each event. */
const textOf = ({ sessions, activity }: Rows, startOf: OfInstant) => `
  SELECT
    bucket AS time,
    sum(row_sessions) AS sessions,
    sum(row_pageviews) AS pageviews,
    sum(row_users) AS users,
    sum(row_session_pages) AS session_pages,
    sum(row_bounces) AS bounces,
    sum(row_total_ms) AS total_ms
  FROM (
    SELECT
      ${startOf("began")} AS bucket,
      count() AS row_sessions,
      0 AS row_pageviews,
      0 AS row_users,
      sum(pageviews) AS row_session_pages,
      countIf(pageviews = 1) AS row_bounces,
      sum(toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)) AS row_total_ms
    FROM (${sessions(["began", "ended", "pageviews"])})
    GROUP BY bucket
    UNION ALL
    SELECT
      bucket,
      0 AS row_sessions,
      sum(pageviews) AS row_pageviews,
      uniqExact(user_id) AS row_users,
      0 AS row_session_pages,
      0 AS row_bounces,
      0 AS row_total_ms
    FROM (${activity(startOf)})
    GROUP BY bucket
  )
  GROUP BY bucket
  ORDER BY bucket`;

const nothing: Sums = {
	sessions: 0,
	pageviews: 0,
	users: 0,
	session_pages: 0,
	bounces: 0,
	total_ms: 0,
};

export const overviewTimeSeries = report({
	path: "/overview/time-series",
	aliases: ["/overview-bucketed", "/overview-bucketed-lite"],
	summary: "The overview's figures over time; without gaps when the range has two ends",
	tag: "Overview",
	scope: "analytics:read",
	extra: { bucket: bucketParameter("hour") },
	response: z.object({ data: z.array(Figures.extend({ time: z.string() })) }),
	answer: async (context) => {
		const { runSql, query, given } = context;
		const bucket = bucketOf(given.bucket, "hour");
		const times = bucketsOf(query.period, bucket);
		const source = await openSource(context);
		const { querySql, settings } = source;
		const text = textOf(source, bucketSql(bucket, query.period, querySql.parameters));
		const statement = { text, bucket, settings };
		const rows = await runSeries<Sums & { time: string }>(runSql, querySql, statement);
		return {
			data: withoutGaps(rows, times, (time) => ({ time, ...nothing })).map((row) => ({
				time: row.time,
				...figuresOf(row),
			})),
		};
	},
});
