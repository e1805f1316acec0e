import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../http/route.ts";
import { siteOf } from "../sites/find-site.ts";
import { SiteSummary, siteSummaryOf } from "../sites/site-answer.ts";
import type { User } from "./caller.ts";
import { MemberOfOrganization, membersOf } from "./members-of.ts";
import { highestRoleOf } from "./membership.ts";
import { visibleSites } from "./site-access.ts";

const Organization = z.strictObject({
	id: z.string(),
	name: z.string(),
	slug: z.string(),
	logo: z.string().nullable(),
	createdAt: z.iso.datetime(),
	role: z.string(),
	members: z.array(MemberOfOrganization),
	sites: z.array(SiteSummary),
});

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => {
	const groups = new Map<string, Item[]>();
	for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
	return groups;
};

/** The organizations of a person, each with its members and the sites that they may see. */
const organizationsOf = async (
	database: Database,
	user: User,
): Promise<z.output<typeof Organization>[]> => {
	const rows = await database
		.selectFrom("member")
		.innerJoin("organization", "organization.id", "member.organizationId")
		.where("member.userId", "=", user.id)
		.select([
			"organization.id",
			"organization.name",
			"organization.slug",
			"organization.logo",
			"organization.createdAt",
			"member.role",
		])
		.orderBy("organization.createdAt")
		.orderBy("organization.id")
		.execute();
	const ids = rows.map(({ id }) => id);
	if (ids.length === 0) return [];
	const members = groupBy(await membersOf(database, ids), (member) => member.organizationId);
	const sites = groupBy(
		await database
			.selectFrom("site")
			.selectAll()
			.where("organizationId", "in", ids)
			.orderBy("siteId")
			.execute(),
		(site) => site.organizationId,
	);
	const visible = await visibleSites(database, user.id);
	return rows.map((row) => ({
		...row,
		createdAt: row.createdAt.toISOString(),
		members: (members.get(row.id) ?? []).map(
			({ organizationId: _, hasRestrictedSiteAccess: _restricted, ...member }) => member,
		),
		sites: (sites.get(row.id) ?? [])
			.filter(({ siteId }) => highestRoleOf(row.role) !== "member" || visible.has(siteId))
			.map((site) => siteSummaryOf(siteOf(site))),
	}));
};

const shared = { method: "get", tags: ["Organizations"], response: z.array(Organization) } as const;

export const organizationRoutes = (database: Database): readonly Route[] => [
	route({
		...shared,
		path: "/api/organizations",
		operationId: "getApiOrganizations",
		summary: "The organizations that the caller is a member of",
		access: { user: true, scope: "org:read" },
		handle: ({ caller }) => organizationsOf(database, caller.user),
	}),
	route({
		...shared,
		path: "/api/user/organizations",
		operationId: "getApiUserOrganizations",
		summary: "The organizations of whoever is signed in, for dashboards: keys open nothing here",
		access: { user: "session" },
		handle: ({ caller }) => organizationsOf(database, caller.user),
	}),
];
