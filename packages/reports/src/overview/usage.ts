import { z } from "zod";
import { count, report } from "../report/report.ts";

const TEXT = `
  SELECT countIf(site_id = {site:UInt32}) AS of_site, count() AS of_organization
  FROM events
  WHERE site_id IN {sites:Array(UInt32)}
    AND timestamp >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`;

export const usage = report({
	path: "/usage",
	summary:
		"Events stored this month, of the site and of the sites of its organization that the caller may see, with a projection to the end of the month",
	description: "To see a limit or a bill coming. Months are those of UTC.",
	tag: "General",
	readers: "viewer",
	response: z.object({
		/** The start of the month, in UTC. */
		periodStart: z.string(),
		daysInMonth: count(),
		/** Today included. */
		daysElapsed: count(),
		siteEventsThisMonth: count(),
		/** Of the sites that the caller may access. */
		orgEventsThisMonth: count(),
		/** null = no limit. */
		orgEventLimit: count().nullable(),
		/** Projected for the month's end at the current pace; null on its first day, which is too short for a pace. */
		projectedSiteEvents: count().nullable(),
		projectedOrgEvents: count().nullable(),
	}),
	answer: async ({ runSql, site, sitesOfOrganization, now }) => {
		const today = new Date(now);
		const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
		const since = Date.UTC(year, month, 1);
		const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
		const daysElapsed = today.getUTCDate();
		const sites = await sitesOfOrganization();
		const [row] = await runSql<{ of_site: number; of_organization: number }>(
			TEXT,
			{ site: site.siteId, sites, since },
			{ isOfManySites: true },
		);
		const monthMs = Date.UTC(year, month + 1, 1) - since;
		const projected = (events: number) =>
			daysElapsed === 1 ? null : Math.round((events * monthMs) / (now - since));
		const [ofSite, ofOrganization] = [row?.of_site ?? 0, row?.of_organization ?? 0];
		return {
			periodStart: new Date(since).toISOString(),
			daysInMonth,
			daysElapsed,
			siteEventsThisMonth: ofSite,
			orgEventsThisMonth: ofOrganization,
			orgEventLimit: null,
			projectedSiteEvents: projected(ofSite),
			projectedOrgEvents: projected(ofOrganization),
		};
	},
});
