import { z } from "zod";
import { bucketOf, bucketParameter } from "../query/bucket.ts";
import { rowLimitOf } from "../query/page.ts";
import { textParameter } from "../query/parameters.ts";
import { countedRows, toSql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";
import { runSeries } from "../report/series.ts";

const Point = z.object({ time: z.string(), event_name: z.string(), event_count: count() });

export const eventsTimeSeries = report({
	path: "/events/time-series",
	aliases: ["/events/bucketed"],
	summary: "The most frequent custom events over time",
	tag: "Events",
	extra: {
		bucket: bucketParameter("hour"),
		limit: textParameter("How many event names: 5 when absent, from 1 to 10"),
	},
	response: z.object({ data: z.array(Point) }),
	answer: async (context) => {
		const { site, query, given } = context;
		const querySql = toSql(site.siteId, query);
		const names = rowLimitOf(given.limit, 5, 10);
		const customEvents = `${countedRows(querySql)}
      AND type = 'custom_event' AND event_name != ''`;
		const data = await runSeries<z.infer<typeof Point>>(context, querySql, {
			bucket: bucketOf(given.bucket, "hour"),
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
