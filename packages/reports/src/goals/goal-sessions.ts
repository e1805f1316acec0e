import { z } from "zod";
import type { Goal } from "../definitions/goal.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { type ReportQuery, toSql } from "../query/report-query.ts";
import { type ReportContext, report } from "../report/report.ts";
import { listSessions, type SelectedSessions } from "../sessions/list-sessions.ts";
import { sessionsInPages } from "../sessions/session-pages.ts";
import { SessionRow } from "../sessions/session-row.ts";
import { conversionOfGoal, converts } from "./conversion.ts";

const goalOf = ({ site, params, goals }: ReportContext) =>
	goals.one(site.siteId, params["goalId"] ?? "");

const selectSessions = (siteId: number, query: ReportQuery, goal: Goal): SelectedSessions => {
	const querySql = toSql(siteId, query);
	const reached = converts(conversionOfGoal(goal), querySql.bind);
	return { querySql, restrictions: [{ sql: "is_reached", more: `max(${reached}) AS is_reached` }] };
};

export const goalSessions = report({
	path: "/goals/{goalId}/sessions",
	summary: "The sessions that reached a goal, latest first",
	description: "To look at single visits that converted. 404 for an unknown goal.",
	tag: "Goals",
	areas: ["goals", "sessions"],
	params: z.object({ goalId: z.string() }),
	extra: pageParameters(25),
	response: z.object({ data: z.array(SessionRow) }),
	answer: async (context) => {
		const { site, query, given } = context;
		const selected = selectSessions(site.siteId, query, await goalOf(context));
		return { data: await listSessions(context, selected, pageOf(given, 25)) };
	},
});

/** Every session that reached the goal, page after page. */
export const goalSessionsInPages = async function* (
	context: ReportContext,
	rowsAtOnce: number,
): AsyncGenerator<SessionRow[]> {
	const goal = await goalOf(context);
	const { siteId } = context.site;
	yield* sessionsInPages(context, (query) => selectSessions(siteId, query, goal), rowsAtOnce);
};
