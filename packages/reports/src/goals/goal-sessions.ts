import { z } from "zod";
import { type Asking, report } from "../describe/report.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { ask as inSql, type Question } from "../query/question.ts";
import { listSessions } from "../sessions/list-sessions.ts";
import { SessionRow } from "../sessions/session-row.ts";
import { eachSession, type MeantSessions } from "../source/each-session.ts";
import { conversionOfGoal, converts } from "./conversion.ts";
import type { Goal } from "./goal.ts";

const goalOf = ({ site, params, goals }: Asking<Record<never, never>>) =>
	goals.one(site.siteId, params["goalId"] ?? "");

const meantBy = (siteId: number, question: Question, goal: Goal): MeantSessions => {
	const asked = inSql(siteId, question);
	const reached = converts(conversionOfGoal(goal), asked.bind);
	return { asked, restrictions: [`countIf(${asked.eventMatches} AND ${reached}) > 0`] };
};

export const goalSessions = report({
	path: "/goals/{goalId}/sessions",
	summary: "The sessions that reached a goal, the latest first",
	tag: "Goals",
	scope: "goals:read",
	params: z.object({ goalId: z.string() }),
	extra: pageParameters(25),
	response: z.object({ data: z.array(SessionRow) }),
	answer: async (asking) => {
		const { site, question, given } = asking;
		const { asked, restrictions } = meantBy(site.siteId, question, await goalOf(asking));
		return { data: await listSessions(asking, asked, restrictions, pageOf(given, 25)) };
	},
});

/** Every session that reached the goal, page after page. */
export const eachGoalSession = async function* (
	asking: Asking<Record<never, never>>,
	rowsAtOnce: number,
): AsyncGenerator<SessionRow[]> {
	const goal = await goalOf(asking);
	const { siteId } = asking.site;
	yield* eachSession(asking, (question) => meantBy(siteId, question, goal), rowsAtOnce);
};
