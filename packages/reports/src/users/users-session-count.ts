import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { matchingSessions } from "../overview/overview.ts";
import { bucketSql } from "../query/bucket.ts";
import { toSql } from "../query/report-query.ts";
import { count, LIMITS, report } from "../report/report.ts";
import { withUser } from "../sessions/sessions.ts";

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
	answer: async ({ runSql, site, query, given }) => {
		if (!given.user_id) throw new ApiError("INVALID_REQUEST", "user_id is required");
		const querySql = toSql(site.siteId, withUser(query, given.user_id));
		const day = bucketSql("day", query.period, querySql.parameters)("began");
		const text = `
  SELECT toDate(${day}) AS date, count() AS sessions
  FROM (${matchingSessions(querySql)})
  GROUP BY date
  ORDER BY date
  ${LIMITS}`;
		return { data: await runSql<z.infer<typeof Day>>(text, querySql.parameters) };
	},
});
