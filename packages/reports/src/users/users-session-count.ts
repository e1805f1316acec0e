import { z } from "zod";
import { bucketSql } from "../query/bucket.ts";
import { required, textParameter } from "../query/parameters.ts";
import { count, report } from "../report/report.ts";
import { withUser } from "../sessions/sessions.ts";
import { openSource } from "../source/source.ts";

const Day = z
	.object({
		/** `YYYY-MM-DD`. */
		date: z.string(),
		sessions: count(),
	})
	.meta({ component: "DailySessions" });

export const usersSessionCount = report({
	path: "/users/session-count",
	summary: "How many sessions of a user began on each day that had any",
	description: "For a calendar of somebody's activity.",
	tag: "Users",
	extra: {
		user_id: textParameter("The id of a device or of one of the site's own users. Required"),
	},
	response: z.object({ data: z.array(Day) }),
	answer: async (context) => {
		const { query, given } = context;
		const ofUser = withUser(query, required("user_id", given.user_id));
		const source = await openSource({ ...context, query: ofUser });
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
