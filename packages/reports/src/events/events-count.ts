import { z } from "zod";
import { bucketOf, bucketParameter } from "../query/bucket.ts";
import { countedRows, toSql } from "../query/report-query.ts";
import { count, fields, report } from "../report/report.ts";
import { runSeries } from "../report/series.ts";

/** The types that are counted, by the field they are counted in. An `engagement` only measures; it is no event of its own here. */
export const COUNTED_TYPES = {
	pageview_count: "pageview",
	custom_event_count: "custom_event",
	performance_count: "performance",
	outbound_count: "outbound",
	error_count: "error",
	button_click_count: "button_click",
	copy_count: "copy",
	form_submit_count: "form_submit",
	input_change_count: "input_change",
} as const;

/** Fields of a row that counts events by type. */
export const eventCountFields = {
	...fields(Object.keys(COUNTED_TYPES) as (keyof typeof COUNTED_TYPES)[], count),
	event_count: count(),
};

const EventCounts = z.object({ time: z.string(), ...eventCountFields });

/** The same as columns of a statement. */
export const EVENT_COUNT_COLUMNS = `${Object.entries(COUNTED_TYPES)
	.map(([field, type]) => `countIf(type = '${type}') AS ${field}`)
	.join(",\n    ")},
    count() AS event_count`;

export const eventsCount = report({
	path: "/events/count",
	summary: "How many events of each type there were over time",
	tag: "Events",
	extra: { bucket: bucketParameter("day") },
	response: z.object({ data: z.array(EventCounts) }),
	answer: async (context) => {
		const querySql = toSql(context.site.siteId, context.query);
		const data = await runSeries<z.infer<typeof EventCounts>>(context, querySql, {
			bucket: bucketOf(context.given.bucket, "day"),
			text: (startOf) => `
  SELECT
    ${startOf("timestamp")} AS time,
    ${EVENT_COUNT_COLUMNS}
  FROM events
  WHERE ${countedRows(querySql)}
    AND type != 'engagement'
  GROUP BY time
  ORDER BY time`,
		});
		return { data };
	},
});
