import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { bucketSql } from "../query/bucket.ts";
import { count, LIMITS, report } from "../report/report.ts";
import { withUser } from "../sessions/sessions.ts";
import { openSource } from "../source/source.ts";

const Day = z.object({
	/** `YYYY-MM-DD`. */
	date: z.string(),
	sessions: count(),
});

export const usersSessionCount = report({
	path: "/users/session-count",
	summary: "How many sessions of a user began on each day that had any",
	tag: "Users",
	scope: "users:read",
	extra: {
		user_id: z.string().optional().describe("Id of the device or of the site's own user. Required"),
	},
	response: z.object({ data: z.array(Day) }),
	answer: async (context) => {
		const { runSql, query, given } = context;
		if (!given.user_id) throw new ApiError("INVALID_REQUEST", "user_id is required");
		const source = await openSource({ ...context, query: withUser(query, given.user_id) });
		const { parameters } = source.querySql;
		const day = bucketSql("day", query.period, parameters)("began");
		const text = `
  SELECT toDate(${day}) AS date, count() AS sessions
  FROM (${source.sessions(["began"])})
  GROUP BY date
  ORDER BY date
  ${LIMITS}${source.settings}`;
		return { data: await runSql<z.infer<typeof Day>>(text, parameters) };
	},
});
