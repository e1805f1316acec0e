import { z } from "zod";
import { type Bucket, bucketOf, bucketParameter } from "../query/bucket.ts";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { rowLimitOf } from "../query/page.ts";
import { textParameter } from "../query/parameters.ts";
import { countedRows, toSql } from "../query/report-query.ts";
import { comparedRow, comparedSeries } from "../report/compared.ts";
import { count, type ReportContext, report } from "../report/report.ts";
import { runSeries } from "../report/series.ts";

const Point = z
	.object({ time: z.string(), event_name: z.string(), event_count: count() })
	.meta({ component: "EventPoint" });

/** One custom event over time, including empty buckets. */
const seriesOf = (
	context: Pick<ReportContext, "runSql" | "site" | "query">,
	bucket: Bucket,
	name: string,
) => {
	const querySql = toSql(context.site.siteId, context.query);
	const event = querySql.bind(name, "String");
	return runSeries<z.infer<typeof Point>>(context, querySql, {
		bucket,
		text: (startOf) => `
  SELECT ${startOf("timestamp")} AS time, event_name, count() AS event_count
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'custom_event' AND event_name = ${event}
  GROUP BY time, event_name
  ORDER BY time`,
		emptyAt: (time) => ({ time, event_name: name, event_count: 0 }),
	});
};

export const eventsTimeSeries = report({
	path: "/events/time-series",
	aliases: ["/events/bucketed"],
	summary: "The most frequent custom events over time",
	description: "A row for each event and bucket, for a chart with a line for each event.",
	tag: "Events",
	extra: {
		bucket: bucketParameter("hour"),
		limit: textParameter("Number of event names: 5 by default, from 1 to 10"),
		event_name: textParameter(
			"Only this custom event, with a row for each bucket if the range has both ends. Required for `compare`",
		),
		...comparisonParameters,
	},
	response: z.object({
		data: z.array(comparedRow(Point)),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { site, query, given } = context;
		const querySql = toSql(site.siteId, query);
		const bucket = bucketOf(given.bucket, "hour");
		const name = given.event_name;
		if (name) return comparedSeries(context, bucket, (asked) => seriesOf(asked, bucket, name));
		const names = rowLimitOf(given.limit, 5, 10);
		const customEvents = `${countedRows(querySql)}
      AND type = 'custom_event' AND event_name != ''`;
		const data = await runSeries<z.infer<typeof Point>>(context, querySql, {
			bucket,
			text: (startOf) => `
  SELECT ${startOf("timestamp")} AS time, event_name, count() AS event_count
  FROM events
  WHERE ${customEvents}
    AND event_name IN (
      SELECT event_name FROM events
      WHERE ${customEvents}
      GROUP BY event_name
      ORDER BY count() DESC, event_name
      LIMIT ${querySql.bind(names, "UInt32")})
  GROUP BY time, event_name
  ORDER BY time, event_count DESC, event_name`,
			rowsPerBucket: names,
		});
		return { data };
	},
});
