import { z } from "zod";
import type { Goal } from "../definitions/goal.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { type ReportQuery, toSql } from "../query/report-query.ts";
import { type ReportContext, report } from "../report/report.ts";
import { eachSession, type MeantSessions } from "../sessions/every-session.ts";
import { listSessions } from "../sessions/list-sessions.ts";
import { SessionRow } from "../sessions/session-row.ts";
import { conversionOfGoal, converts } from "./conversion.ts";

const goalOf = ({ site, params, goals }: ReportContext<Record<never, never>>) =>
	goals.one(site.siteId, params["goalId"] ?? "");

const meantBy = (siteId: number, query: ReportQuery, goal: Goal): MeantSessions => {
	const querySql = toSql(siteId, query);
	const reached = converts(conversionOfGoal(goal), querySql.bind);
	return { querySql, restrictions: [`countIf(${querySql.eventMatches} AND ${reached}) > 0`] };
};

export const goalSessions = report({
	path: "/goals/{goalId}/sessions",
	summary: "The sessions that reached a goal, the latest first",
	tag: "Goals",
	scope: "goals:read",
	params: z.object({ goalId: z.string() }),
	extra: pageParameters(25),
	response: z.object({ data: z.array(SessionRow) }),
	answer: async (context) => {
		const { site, query, given } = context;
		const { querySql, restrictions } = meantBy(site.siteId, query, await goalOf(context));
		return { data: await listSessions(context, querySql, restrictions, pageOf(given, 25)) };
	},
});

/** Every session that reached the goal, page after page. */
export const eachGoalSession = async function* (
	context: ReportContext<Record<never, never>>,
	rowsAtOnce: number,
): AsyncGenerator<SessionRow[]> {
	const goal = await goalOf(context);
	const { siteId } = context.site;
	yield* eachSession(context, (query) => meantBy(siteId, query, goal), rowsAtOnce);
};
