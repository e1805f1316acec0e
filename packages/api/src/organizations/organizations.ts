import { z } from "zod";
import type { User } from "../access/caller.ts";
import { siteOf } from "../access/find-site.ts";
import { seesSite } from "../access/visible-sites.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { OrganizationSummary } from "../sites/list-sites.ts";
import { SiteSummary, siteSummaryOf } from "../sites/site-answer.ts";
import { MemberInOrganization, memberOf, selectMembers } from "./membership.ts";

const Organization = OrganizationSummary.extend({
	role: z.string(),
	members: z.array(MemberInOrganization),
	sites: z.array(SiteSummary),
}).meta({ component: "Organization" });

/** The sites that a person may see, by organization. */
const sitesByOrganization = async (database: Database, userId: string) => {
	const rows = await database
		.selectFrom("site")
		.innerJoin("member", "member.organizationId", "site.organizationId")
		.where("member.userId", "=", userId)
		.where(seesSite)
		.selectAll("site")
		.orderBy("site.siteId")
		.execute();
	const sites = new Map<string, z.output<typeof SiteSummary>[]>();
	for (const row of rows) {
		const ofOrganization = sites.get(row.organizationId) ?? [];
		ofOrganization.push(siteSummaryOf(siteOf(row)));
		sites.set(row.organizationId, ofOrganization);
	}
	return sites;
};

/** The organizations of a person, each with its members and the sites that they may see. */
const organizationsOf = async (
	database: Database,
	user: User,
): Promise<z.output<typeof Organization>[]> => {
	const organizations = await database
		.selectFrom("member")
		.innerJoin("organization", "organization.id", "member.organizationId")
		.where("member.userId", "=", user.id)
		.select(["organization.id", "organization.name", "slug", "logo", "organization.createdAt"])
		.select("role")
		.orderBy("organization.createdAt")
		.orderBy("organization.id")
		.execute();
	if (organizations.length === 0) return [];
	const ids = organizations.map(({ id }) => id);
	const members = await selectMembers(database, ids).execute();
	const sites = await sitesByOrganization(database, user.id);
	return organizations.map((organization) => ({
		...withIsoTimes(organization),
		members: members
			.filter(({ organizationId }) => organizationId === organization.id)
			.map(({ organizationId: _, ...member }) => memberOf(member)),
		sites: sites.get(organization.id) ?? [],
	}));
};

const shared = { method: "get", tags: ["Organizations"], response: z.array(Organization) } as const;

export const organizationRoutes = (database: Database): readonly Route[] => [
	route({
		...shared,
		path: "/api/organizations",
		summary: "The organizations that the caller is a member of",
		description:
			"Each with all its members and sites, which takes long with thousands of them; `GET /api/user/memberships` lists names and counts alone.",
		access: { user: true, scope: "org:read" },
		handle: ({ caller }) => organizationsOf(database, caller.user),
	}),
	route({
		...shared,
		path: "/api/user/organizations",
		summary: "The organizations of the signed-in person, for dashboards; keys are not accepted",
		description:
			"The same list as `GET /api/organizations`, for a signed-in person only: 401 for a key.",
		access: { user: "session" },
		handle: ({ caller }) => organizationsOf(database, caller.user),
	}),
];
