import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { bucketSql } from "../query/bucket.ts";
import { count, report } from "../report/report.ts";
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
		const { query, given } = context;
		if (!given.user_id) throw new ApiError("INVALID_REQUEST", "user_id is required");
		const source = await openSource({ ...context, query: withUser(query, given.user_id) });
		const day = bucketSql("day", query.period, source.querySql.parameters)("began");
		const data = await source.run<z.infer<typeof Day>>(
			({ sessions }) => `
  SELECT toDate(${day}) AS date, count() AS sessions
  FROM (${sessions(["began"])})
  GROUP BY date
  ORDER BY date`,
		);
		return { data };
	},
});
