import { figuresOfSites, SiteFigures } from "@footfall/reports/overview/sites-overview";
import { MAX_ROWS, pageOf, pageParameters } from "@footfall/reports/query/page";
import { periodOf, periodParameters } from "@footfall/reports/query/period";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { sitesOf } from "./sites-of.ts";

const SitesOverview = z.object({
	data: z.object({
		sites: z.array(
			z.object({
				siteId: z.int(),
				id: z.string(),
				name: z.string(),
				domain: z.string(),
				...SiteFigures.shape,
			}),
		),
		/** Of all pages. */
		totalCount: z.int(),
	}),
});

/** The sites of an organization at a glance: seven days of visitors, the week before, and who is there now. */
export const sitesOverviewRoute = (
	database: Database,
	{ store, now = Date.now }: { store: ReportStore; now?: () => number },
): Route =>
	route({
		method: "get",
		path: "/api/organizations/{organizationId}/sites/overview",
		summary:
			"The sites of an organization that the caller may see, in order of siteId, each with its visitors of the last seven days by day, the change against the week before up to the same time, and its sessions of the last five minutes",
		tags: ["Sites"],
		access: { organization: "member", scope: "analytics:read" },
		query: z.object({ time_zone: periodParameters.time_zone, ...pageParameters(MAX_ROWS) }),
		revalidated: true,
		response: SitesOverview,
		handle: async ({ organizationId, caller, role, query, timings, requester, signal }) => {
			const instant = now();
			const { timeZone } = periodOf({ time_zone: query.time_zone }, instant);
			const { limit, offset } = pageOf(query, MAX_ROWS);
			const visible = await sitesOf(database, organizationId, { caller, role });
			const shown = visible.slice(offset, offset + limit);
			const figures = await figuresOfSites(
				createRunSql(store, { timings, requester, signal }),
				shown.map(({ siteId }) => siteId),
				{
					timeZone,
					now: instant,
					leavingOut: shown
						.filter(({ countSuspected }) => !countSuspected)
						.map(({ siteId }) => siteId),
				},
			);
			const sites = shown.flatMap(({ siteId, id, name, domain }) => {
				const known = figures.get(siteId);
				return known ? [{ siteId, id, name, domain, ...known }] : [];
			});
			return { data: { sites, totalCount: visible.length } };
		},
	});
