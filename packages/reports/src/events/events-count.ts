import { z } from "zod";
import { type Bucket, bucketOf, bucketParameter } from "../query/bucket.ts";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { countedRows, toSql } from "../query/report-query.ts";
import { comparedRow, comparedSeries } from "../report/compared.ts";
import { count, fields, type ReportContext, report } from "../report/report.ts";
import { runSeries } from "../report/series.ts";

/**
 * The types that are counted, by the field they are counted in. An `engagement` only measures; it
 * does not count as an event here.
 */
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

const EventCounts = z
	.object({ time: z.string(), ...eventCountFields })
	.meta({ component: "EventCounts" });

/** The same as columns of a statement. */
export const EVENT_COUNT_COLUMNS = `${Object.entries(COUNTED_TYPES)
	.map(([field, type]) => `countIf(type = '${type}') AS ${field}`)
	.join(",\n    ")},
    count() AS event_count`;

const NOTHING = Object.fromEntries(
	[...Object.keys(COUNTED_TYPES), "event_count"].map((field) => [field, 0]),
) as Omit<z.infer<typeof EventCounts>, "time">;

const countsOf = (
	context: Pick<ReportContext, "runSql" | "site" | "query">,
	bucket: Bucket,
	{ hasGaps }: { hasGaps: boolean },
): Promise<z.infer<typeof EventCounts>[]> => {
	const querySql = toSql(context.site.siteId, context.query);
	return runSeries(context, querySql, {
		bucket,
		text: (startOf) => `
  SELECT
    ${startOf("timestamp")} AS time,
    ${EVENT_COUNT_COLUMNS}
  FROM events
  WHERE ${countedRows(querySql)}
    AND type != 'engagement'
  GROUP BY time
  ORDER BY time`,
		...(!hasGaps && { emptyAt: (time) => ({ time, ...NOTHING }) }),
	});
};

export const eventsCount = report({
	path: "/events/count",
	summary: "Events of each type over time; a comparison includes empty buckets",
	description:
		"For a chart of activity by type, and to see which captures of the tracker are in use.",
	tag: "Events",
	extra: { bucket: bucketParameter("day"), ...comparisonParameters },
	response: z.object({
		data: z.array(comparedRow(EventCounts)),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const bucket = bucketOf(context.given.bucket, "day");
		return comparedSeries(context, bucket, (asked) =>
			// An empty bucket may be compared with one that has events.
			countsOf(asked, bucket, { hasGaps: !asked.given.compare }),
		);
	},
});
