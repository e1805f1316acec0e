import { z } from "zod";
import { report } from "../report/report.ts";

const TEXT = `
  SELECT 1 AS found FROM events WHERE site_id = {site:UInt32} LIMIT 1`;

export const hasData = report({
	path: "/has-data",
	summary: "Whether the site has ever received an event",
	description: "For a setup page that waits for the first event.",
	tag: "General",
	areas: [],
	response: z.object({ hasData: z.boolean() }),
	answer: async ({ runPromptSql, site }) => {
		const rows = await runPromptSql<{ found: number }>(TEXT, { site: site.siteId });
		return { hasData: rows.length > 0 };
	},
});
