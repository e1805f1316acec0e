import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { textParameter } from "../query/parameters.ts";
import { count, report } from "../report/report.ts";

const TEXT = `
  SELECT uniqExact(session_id) AS count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp > fromUnixTimestamp64Milli({since:Int64}, 'UTC')`;

const MAX_MINUTES = 7 * 24 * 60;

const minutesOf = (text: string | undefined): number => {
	if (text === undefined || text === "") return 5;
	const minutes = /^\d{1,5}$/.test(text) ? Number(text) : 0;
	if (minutes < 1 || minutes > MAX_MINUTES)
		throw new ApiError(
			"INVALID_REQUEST",
			`Invalid minutes. Use a whole number from 1 to ${MAX_MINUTES}`,
		);
	return minutes;
};

export const liveUserCount = report({
	path: "/live-user-count",
	summary: "How many sessions had an event in the last minutes",
	description: "For a live counter; `minutes` is 5 unless given.",
	tag: "Overview",
	extra: { minutes: textParameter("Window in minutes: 5 by default") },
	response: z.object({ count: count() }),
	answer: async ({ runPromptSql, site, given, now }) => {
		const since = now - minutesOf(given.minutes) * 60_000;
		const [row] = await runPromptSql<{ count: number }>(TEXT, { site: site.siteId, since });
		return { count: row?.count ?? 0 };
	},
});
