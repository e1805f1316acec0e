import { z } from "zod";
import { bucketOf, bucketParameter, bucketSql } from "../question/bucket.ts";
import { type Asked, countedRows, ask as inSql } from "../question/question.ts";
import { count, LIMITS, report } from "./report.ts";

/** The types that are counted, by the field they are counted in. An `engagement` only measures; it is no event of its own here. */
const FIELDS = {
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

const EventCounts = z.object({
	time: z.string(),
	...(Object.fromEntries(Object.keys(FIELDS).map((field) => [field, count()])) as Record<
		keyof typeof FIELDS,
		z.ZodNumber
	>),
	event_count: count(),
});
type EventCounts = z.infer<typeof EventCounts>;

const columns = Object.entries(FIELDS)
	.map(([field, type]) => `countIf(type = '${type}') AS ${field}`)
	.join(",\n    ");

const textOf = (asked: Asked, startOf: (instant: string) => string) => `
  SELECT
    ${startOf("timestamp")} AS time,
    ${columns},
    count() AS event_count
  FROM events
  WHERE ${countedRows(asked)}
    AND type != 'engagement'
  GROUP BY time
  ORDER BY time
  ${LIMITS}`;

export const eventsCount = report({
	path: "/events/count",
	summary: "How many events of each type there were over time",
	tag: "Events",
	scope: "events:read",
	extra: { bucket: bucketParameter("day") },
	response: z.object({ data: z.array(EventCounts) }),
	answer: async ({ ask, site, question, given }) => {
		const asked = inSql(site.siteId, question);
		const bucket = bucketOf(given.bucket, "day");
		const text = textOf(asked, bucketSql(bucket, question.period, asked.parameters));
		return { data: await ask<EventCounts>(text, asked.parameters) };
	},
});
