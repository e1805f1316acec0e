import { z } from "zod";
import type { User } from "../access/caller.ts";
import { highestRoleOf } from "../access/roles.ts";
import { maySee } from "../access/visible-sites.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { siteOf } from "../sites/find-site.ts";
import { SiteSummary, siteSummaryOf } from "../sites/site-answer.ts";
import { MemberOfOrganization } from "./members-of.ts";

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

/** The memberships of a person, each with all members of its organization: one row per such member. */
const membershipsOf = (database: Database, userId: string) =>
	database
		.selectFrom("member as own")
		.innerJoin("organization", "organization.id", "own.organizationId")
		.innerJoin("member", "member.organizationId", "own.organizationId")
		.innerJoin("user", "user.id", "member.userId")
		.where("own.userId", "=", userId)
		.select([
			"organization.id as organizationId",
			"organization.name as organizationName",
			"organization.slug",
			"organization.logo",
			"organization.createdAt as organizationCreatedAt",
			"own.role as ownRole",
			"member.id",
			"member.role",
			"member.userId",
			"member.createdAt",
			"user.name",
			"user.email",
		])
		.orderBy("organization.createdAt")
		.orderBy("organization.id")
		.orderBy("member.createdAt")
		.orderBy("member.id")
		.execute();

/** The sites of a person's organizations, by organization, without those that are hidden from them. */
const sitesByOrganization = async (database: Database, userId: string) => {
	const rows = await database
		.selectFrom("site")
		.innerJoin("member", "member.organizationId", "site.organizationId")
		.where("member.userId", "=", userId)
		.selectAll("site")
		.select(["member.role", maySee.as("isVisible")])
		.orderBy("site.siteId")
		.execute();
	const sites = new Map<string, z.output<typeof SiteSummary>[]>();
	for (const { role, isVisible, ...row } of rows) {
		if (highestRoleOf(role) === "member" && !isVisible) continue;
		const ofOrganization = sites.get(row.organizationId) ?? [];
		ofOrganization.push(siteSummaryOf(siteOf(row)));
		sites.set(row.organizationId, ofOrganization);
	}
	return sites;
};

/** The organizations of a person, each with its members and the sites that they may see, in two statements. */
const organizationsOf = async (
	database: Database,
	user: User,
): Promise<z.output<typeof Organization>[]> => {
	const organizations = new Map<string, z.output<typeof Organization>>();
	const sites = await sitesByOrganization(database, user.id);
	for (const row of await membershipsOf(database, user.id)) {
		const id = row.organizationId;
		const organization = organizations.get(id) ?? {
			id,
			name: row.organizationName,
			slug: row.slug,
			logo: row.logo,
			createdAt: row.organizationCreatedAt.toISOString(),
			role: row.ownRole,
			members: [],
			sites: sites.get(id) ?? [],
		};
		organizations.set(id, organization);
		organization.members.push({
			id: row.id,
			role: row.role,
			userId: row.userId,
			createdAt: row.createdAt.toISOString(),
			user: { id: row.userId, name: row.name, email: row.email },
		});
	}
	return [...organizations.values()];
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
