import { createRunSql, type ReportStore, type RunSql } from "@footfall/reports/report/report";
import { z } from "zod";
import { isAdministrator } from "../access/roles.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { SiteSummary, siteSummaryOf } from "./site-answer.ts";
import { sitesOf } from "./sites-of.ts";

const SESSIONS = `
  SELECT site_id AS site, toUInt32(uniqExact(session_id)) AS sessions
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= now64(3) - INTERVAL 24 HOUR
  GROUP BY site`;

const EVENTS_THIS_MONTH = `
  SELECT toUInt32(count()) AS events
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= toStartOfMonth(now('UTC'))`;

/** An organization as shown in every list. */
export const OrganizationSummary = z
	.strictObject({
		id: z.string(),
		name: z.string(),
		slug: z.string(),
		logo: z.string().nullable(),
		createdAt: z.iso.datetime(),
	})
	.meta({ component: "OrganizationSummary" });

const SiteList = z.strictObject({
	organization: OrganizationSummary.nullable(),
	sites: z.array(
		SiteSummary.extend({
			type: z.enum(["web", "mobile"]),
			sessionsLast24Hours: z.int(),
			isOwner: z.boolean(),
			teams: z.array(
				z.strictObject({ id: z.string(), name: z.string() }).meta({ component: "TeamName" }),
			),
		}).meta({ component: "ListedSite" }),
	),
	subscription: z
		.strictObject({
			monthlyEventCount: z.int(),
			eventLimit: z.number().nullable(),
			overMonthlyLimit: z.boolean(),
			planName: z.string(),
			status: z.string(),
		})
		.meta({ component: "Subscription" }),
});

/** The sites of an organization that the caller may see, busiest first. */
export const listSitesRoute = (database: Database, store: ReportStore): Route => {
	const teamsOf = (organizationId: string) =>
		database
			.selectFrom("team_site")
			.innerJoin("team", "team.id", "team_site.teamId")
			.where("team.organizationId", "=", organizationId)
			.select(["team_site.siteId", "team.id", "team.name"])
			.orderBy("team.name")
			.orderBy("team.id")
			.execute();
	const activityOf = async (runSql: RunSql, sites: number[]) => {
		if (sites.length === 0) return { sessions: new Map<number, number>(), events: 0 };
		const sessions = await runSql<{ site: number; sessions: number }>(SESSIONS, { sites });
		const [month] = await runSql<{ events: number }>(EVENTS_THIS_MONTH, { sites });
		return {
			sessions: new Map(sessions.map((row) => [row.site, row.sessions])),
			events: month?.events ?? 0,
		};
	};
	return route({
		method: "get",
		path: "/api/organizations/{organizationId}/sites",
		summary: "The sites of an organization that the caller may see, busiest first",
		description:
			"With the sessions of the last 24 hours and the month's events against the organization's limit.",
		tags: ["Sites"],
		access: { organization: "viewer", scope: "sites:read" },
		response: SiteList,
		handle: async ({ organizationId, caller, role, timings, requester, signal }) => {
			const organization = await database
				.selectFrom("organization")
				.select(["id", "name", "slug", "logo", "createdAt"])
				.where("id", "=", organizationId)
				.executeTakeFirst();
			const shown = await sitesOf(database, organizationId, { caller, role });
			const { sessions, events } = await activityOf(
				createRunSql(store, { timings, requester, signal }),
				shown.map(({ siteId }) => siteId),
			);
			const teams = await teamsOf(organizationId);
			return {
				organization: organization ? withIsoTimes(organization) : null,
				sites: shown
					.map((site) => ({
						...siteSummaryOf(site),
						type: site.type,
						sessionsLast24Hours: sessions.get(site.siteId) ?? 0,
						isOwner: isAdministrator(role),
						teams: teams
							.filter(({ siteId }) => siteId === site.siteId)
							.map(({ id, name }) => ({ id, name })),
					}))
					.sort((one, other) => other.sessionsLast24Hours - one.sessionsLast24Hours),
				subscription: {
					monthlyEventCount: events,
					eventLimit: null,
					overMonthlyLimit: false,
					planName: "free",
					status: "free",
				},
			};
		},
	});
};
