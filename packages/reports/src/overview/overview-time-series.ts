import { z } from "zod";
import { bucketOf, bucketParameter, bucketSql, bucketsOf } from "../query/bucket.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { report } from "../report/report.ts";
import { runSeries, withoutGaps } from "../report/series.ts";
import { momentsOf, momentsOfVisits } from "../source/moments.ts";
import { SETS_WITHOUT_INDEX } from "../source/sealed-totals.ts";
import { filteredVisitsOf, type SealedVisits } from "../source/sealed-visits.ts";
import { Figures, figuresOf, matchingSessions, type Sums } from "./overview.ts";

/** Sessions stand in the bucket of their first event, pageviews and users in that of each event. */
const textOf = (
	querySql: QuerySql,
	startOf: (instant: string) => string,
	visits: SealedVisits | undefined,
) => `
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
      sum(session_pageviews) AS row_session_pages,
      countIf(session_pageviews = 1) AS row_bounces,
      sum(duration_ms) AS row_total_ms
    FROM (${matchingSessions(querySql, visits)})
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
    FROM (${visits ? momentsOfVisits(visits, querySql, startOf) : momentsOf(countedRows(querySql), startOf)})
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
	answer: async ({ runSql, site, query, given }) => {
		const bucket = bucketOf(given.bucket, "hour");
		const times = bucketsOf(query.period, bucket);
		const querySql = toSql(site.siteId, query);
		const visits = await filteredVisitsOf(runSql, querySql, query);
		const text = textOf(querySql, bucketSql(bucket, query.period, querySql.parameters), visits);
		const rows = await runSeries<Sums & { time: string }>(runSql, querySql, {
			text,
			bucket,
			settings: visits && !visits.filters ? SETS_WITHOUT_INDEX : "",
		});
		return {
			data: withoutGaps(rows, times, (time) => ({ time, ...nothing })).map((row) => ({
				time: row.time,
				...figuresOf(row),
			})),
		};
	},
});
