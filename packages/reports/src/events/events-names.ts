import { z } from "zod";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import { MAX_ROWS } from "../query/page.ts";
import { isTrue, textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { compared } from "../report/compared.ts";
import { count, type ReportContext, report } from "../report/report.ts";

const Figures = z
	.object({
		/** Events. */
		count: count(),
		/** Absent unless asked for. */
		sessions: count().optional(),
		users: count().optional(),
	})
	.meta({ component: "EventNameFigures" });
type Figures = z.infer<typeof Figures>;
type Row = Figures & { eventName: string };

const textOf = (querySql: QuerySql, hasPeople: boolean) => `
  SELECT event_name AS eventName, count() AS count${
		hasPeople ? `, uniqExact(session_id) AS sessions, uniqExact(${PERSON_NUMBER}) AS users` : ""
	}
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'custom_event' AND event_name != ''
  GROUP BY eventName
  ORDER BY count DESC, eventName
  LIMIT ${MAX_ROWS}`;

const rowsOf = (
	{ runSql, site, query }: Pick<ReportContext, "runSql" | "site" | "query">,
	hasPeople: boolean,
) => {
	const querySql = toSql(site.siteId, query);
	return runSql<Row>(textOf(querySql, hasPeople), querySql.parameters);
};

export const eventsNames = report({
	path: "/events/names",
	summary: "How often each custom event happened",
	description: "At most 1,000 names, the most frequent first.",
	tag: "Events",
	extra: {
		people: textParameter("`true` to include the numbers of sessions and users with each event"),
		...comparisonParameters,
	},
	response: z.object({
		data: z.array(
			Figures.extend({ eventName: z.string(), previous: Figures.optional() }).meta({
				component: "EventName",
			}),
		),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const hasPeople = isTrue("people", context.given.people);
		const { answer, comparison, previous } = await compared(context, (asked) =>
			rowsOf(asked, hasPeople),
		);
		if (!comparison || !previous) return { data: answer };
		const before = new Map(previous.map(({ eventName, ...figures }) => [eventName, figures]));
		const nothing = { count: 0, ...(hasPeople && { sessions: 0, users: 0 }) };
		return {
			data: answer.map((row) => ({ ...row, previous: before.get(row.eventName) ?? nothing })),
			comparison: comparison.range,
		};
	},
});
