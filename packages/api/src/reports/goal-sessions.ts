import { z } from "zod";
import { pageOf, pageParameters } from "../question/page.ts";
import { ask as inSql } from "../question/question.ts";
import { conversionOfGoal, converts } from "./conversion.ts";
import { listSessions } from "./list-sessions.ts";
import { report } from "./report.ts";
import { SessionRow } from "./session-row.ts";

export const goalSessions = report({
	path: "/goals/{goalId}/sessions",
	summary: "The sessions that reached a goal, the latest first",
	tag: "Goals",
	scope: "goals:read",
	params: z.object({ goalId: z.string() }),
	extra: pageParameters(25),
	response: z.object({ data: z.array(SessionRow) }),
	answer: async (asking) => {
		const { site, question, given, params, goals } = asking;
		const goal = await goals.one(site.siteId, params["goalId"] ?? "");
		const asked = inSql(site.siteId, question);
		const reached = converts(conversionOfGoal(goal), asked.bind);
		const meant = `countIf(${asked.eventMatches} AND ${reached}) > 0`;
		return { data: await listSessions(asking, asked, [meant], pageOf(given, 25)) };
	},
});
