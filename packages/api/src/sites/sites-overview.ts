import { figuresOfSites, SiteFigures } from "@footfall/reports/overview/sites-overview";
import { MAX_ROWS, pageOf, pageParameters } from "@footfall/reports/query/page";
import { periodOf, periodParameters } from "@footfall/reports/query/period";
import { createRunSql, type ReportStore, type RunSql } from "@footfall/reports/report/report";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { SiteSummary, siteSummaryOf } from "./site-answer.ts";
import { sitesOf } from "./sites-of.ts";
import { pageOfSites, pageSizeParameter, SitesOfUserQuery } from "./sites-of-user.ts";

/** Figures of more sites take too long for an interactive page. */
const MOST_SITES = 100;

const { time_zone } = periodParameters;

const NamedSite = SiteSummary.pick({ siteId: true, id: true, name: true, domain: true });
const OwnSite = NamedSite.extend(SiteSummary.pick({ organizationId: true, createdAt: true }).shape);

/** @param component the name of a row in the API's document */
const overviewOf = <Named extends z.ZodObject>(component: string, named: Named) =>
	z.object({
		data: z
			.object({
				sites: z.array(named.extend(SiteFigures.shape).meta({ component })),
				/** Across all pages. */
				totalCount: z.int(),
			})
			.meta({ component: `${component}Page` }),
	});

/** @throws ApiError 400 for an unknown time zone */
const figuresNow = (
	runSql: RunSql,
	sites: readonly Site[],
	{ time_zone, now }: { time_zone?: string | undefined; now: number },
) =>
	figuresOfSites(
		runSql,
		sites.map(({ siteId }) => siteId),
		{
			timeZone: periodOf({ time_zone }, now).timeZone,
			now,
			leavingOut: sites.filter(({ countSuspected }) => !countSuspected).map(({ siteId }) => siteId),
		},
	);

interface OverviewOptions {
	store: ReportStore;
	now?: () => number;
}

/** The sites of an organization at a glance: seven days of visitors, the week before, and current visitors. */
export const sitesOverviewRoute = (
	database: Database,
	{ store, now = Date.now }: OverviewOptions,
): Route =>
	route({
		method: "get",
		path: "/api/organizations/{organizationId}/sites/overview",
		summary:
			"The sites of an organization that the caller may see, by siteId, each with its daily visitors of the last seven days, the change from the week before up to the same time, and its sessions of the last five minutes",
		description:
			"For a list of sites with their traffic at a glance; `change` is in percent, null without visitors before.",
		tags: ["Sites"],
		access: { organization: "viewer", scope: "analytics:read" },
		query: z.object({ time_zone, ...pageParameters(MAX_ROWS) }),
		revalidated: true,
		response: overviewOf("SiteOverview", NamedSite),
		handle: async ({ organizationId, caller, role, query, timings, requester, signal }) => {
			const { limit, offset } = pageOf(query, MAX_ROWS);
			const visible = await sitesOf(database, organizationId, { caller, role });
			const shown = visible.slice(offset, offset + limit);
			const runSql = createRunSql(store, { timings, requester, signal });
			const figures = await figuresNow(runSql, shown, { ...query, now: now() });
			const sites = shown.flatMap(({ siteId, id, name, domain }) => {
				const known = figures.get(siteId);
				return known ? [{ siteId, id, name, domain, ...known }] : [];
			});
			return { data: { sites, totalCount: visible.length } };
		},
	});

/** A page of a person's sites at a glance, with the same figures. */
export const ownSitesOverviewRoute = (
	database: Database,
	{ store, now = Date.now }: OverviewOptions,
): Route =>
	route({
		method: "get",
		path: "/api/sites/overview",
		summary:
			"The sites that the caller may see in their organizations, by name or domain, each with the same figures as in the overview of an organization's sites",
		description: "For a list of sites with their traffic at a glance, at most 100 a page.",
		tags: ["Sites"],
		access: { user: true, scope: "analytics:read" },
		query: SitesOfUserQuery.extend({ time_zone, page_size: pageSizeParameter(MOST_SITES) }),
		revalidated: true,
		response: overviewOf("OwnSiteOverview", OwnSite),
		handle: async ({ caller, query, timings, requester, signal }) => {
			const page = await pageOfSites(database, caller.user.id, query, MOST_SITES);
			const runSql = createRunSql(store, { timings, requester, signal });
			const figures = await figuresNow(runSql, page.sites, { ...query, now: now() });
			const sites = page.sites.flatMap((site) => {
				const { siteId, id, name, domain, organizationId, createdAt } = siteSummaryOf(site);
				const known = figures.get(siteId);
				return known ? [{ siteId, id, name, domain, organizationId, createdAt, ...known }] : [];
			});
			return { data: { sites, totalCount: page.totalCount } };
		},
	});
