import { randomUUID } from "node:crypto";
import { ApiError, type Issue } from "@footfall/shared/api-error";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { type Caller, personIdOf } from "../access/caller.ts";
import { requireMayShowSites } from "../access/rights.ts";
import { isAdministrator } from "../access/roles.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import { LENGTHS } from "../http/typed-fields.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";

const Team = z
	.strictObject({
		id: z.string(),
		name: z.string(),
		organizationId: z.string(),
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
	})
	.meta({ component: "Team" });

const TeamInList = Team.extend({
	members: z.array(
		z
			.strictObject({
				userId: z.string(),
				userName: z.string(),
				userEmail: z.string(),
				emailVerified: z.boolean(),
			})
			.meta({ component: "TeamMember" }),
	),
	sites: z.array(
		z
			.strictObject({ siteId: z.int(), domain: z.string(), name: z.string() })
			.meta({ component: "TeamSite" }),
	),
}).meta({ component: "ListedTeam" });

const fields = {
	name: z.string("Team name is required").trim().min(1, "Team name is required").max(LENGTHS.name),
	memberUserIds: z.array(z.string().max(LENGTHS.id)).max(10_000).optional(),
	siteIds: z.array(z.int().positive()).max(10_000).optional(),
};
const NewTeam = z.object(fields).meta({ component: "TeamCreation" });
const TeamUpdate = z
	.object({ ...fields, name: fields.name.optional() })
	.meta({ component: "TeamUpdate" });

const refuseTeam = (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", issues.map(({ message }) => message).join("; "));

/** @throws ApiError 400 naming a site that is unknown or of another organization */
export const requireSitesOf = async (
	database: Database,
	organizationId: string,
	siteIds: readonly number[],
): Promise<void> => {
	if (siteIds.length === 0) return;
	const rows = await database
		.selectFrom("site")
		.select("siteId")
		.where("organizationId", "=", organizationId)
		.execute();
	const known = new Set(rows.map(({ siteId }) => siteId));
	const unknown = siteIds.find((siteId) => !known.has(siteId));
	if (unknown !== undefined)
		throw new ApiError("INVALID_REQUEST", `Site ${unknown} does not belong to this organization`);
};

/** @throws ApiError 400 naming a user who is not a member */
const memberIdsOf = async (
	database: Database,
	organizationId: string,
	userIds: readonly string[],
): Promise<string[]> => {
	const rows = await database
		.selectFrom("member")
		.select(["id", "userId"])
		.where("organizationId", "=", organizationId)
		.execute();
	const memberIds = new Map(rows.map(({ id, userId }) => [userId, id]));
	return userIds.map((userId) => {
		const memberId = memberIds.get(userId);
		if (memberId === undefined)
			throw new ApiError("INVALID_REQUEST", `User ${userId} is not a member of this organization`);
		return memberId;
	});
};

/** @throws ApiError 403 for a key that would show people sites that it cannot see itself */
const requireMayFill = (
	caller: Caller,
	{ memberUserIds, siteIds }: Partial<z.output<typeof TeamUpdate>>,
): void => {
	if (memberUserIds !== undefined || siteIds !== undefined) requireMayShowSites(caller);
};

/** Replaces the given lists and keeps the others; call it inside a transaction. */
const replaceContent = async (
	database: Database,
	{ id: teamId, organizationId }: { id: string; organizationId: string },
	{ memberUserIds, siteIds }: Pick<z.output<typeof TeamUpdate>, "memberUserIds" | "siteIds">,
): Promise<void> => {
	if (memberUserIds) {
		const memberIds = await memberIdsOf(database, organizationId, [...new Set(memberUserIds)]);
		const rows = memberIds.map((memberId) => ({ teamId, memberId }));
		await database.deleteFrom("team_member").where("teamId", "=", teamId).execute();
		if (rows.length > 0) await database.insertInto("team_member").values(rows).execute();
	}
	if (siteIds) {
		await requireSitesOf(database, organizationId, siteIds);
		const rows = [...new Set(siteIds)].map((siteId) => ({ teamId, siteId }));
		await database.deleteFrom("team_site").where("teamId", "=", teamId).execute();
		if (rows.length > 0) await database.insertInto("team_site").values(rows).execute();
		// From now on none of them can be moved; one may have been while this waited.
		await requireSitesOf(database, organizationId, siteIds);
	}
};

const path = "/api/organizations/{organizationId}/teams";
const tags = ["Teams"];
const managing = { tags, access: { organization: "admin", scope: "org:write" } } as const;
const one = {
	path: `${path}/{teamId}`,
	params: z.object({ teamId: z.string() }),
	response: Success,
} as const;

const listTeams = (database: Database): Route =>
	route({
		method: "get",
		path,
		summary: "The teams of an organization; members and viewers see their own",
		description:
			"With members and sites. Sites of a team are hidden from members and viewers outside it.",
		tags,
		access: { organization: "viewer", scope: "org:read" },
		response: z.strictObject({ teams: z.array(TeamInList) }),
		handle: async ({ organizationId, caller, role }) => {
			const rows = await database
				.selectFrom("team")
				.selectAll()
				.select((team) => [
					jsonArrayFrom(
						team
							.selectFrom("team_member")
							.innerJoin("member", "member.id", "team_member.memberId")
							.innerJoin("user", "user.id", "member.userId")
							.whereRef("team_member.teamId", "=", "team.id")
							.select(["user.id as userId", "user.name as userName", "user.email as userEmail"])
							.select("user.emailVerified")
							.orderBy("user.name")
							.orderBy("user.id"),
					).as("members"),
					jsonArrayFrom(
						team
							.selectFrom("team_site")
							.innerJoin("site", "site.siteId", "team_site.siteId")
							.whereRef("team_site.teamId", "=", "team.id")
							.select(["site.siteId", "site.domain", "site.name"])
							.orderBy("site.siteId"),
					).as("sites"),
				])
				.where("organizationId", "=", organizationId)
				.orderBy("name")
				.orderBy("id")
				.execute();
			const all = rows.map(withIsoTimes);
			const userId = personIdOf(caller);
			const own = all.filter((team) => team.members.some((member) => member.userId === userId));
			return { teams: isAdministrator(role) ? all : own };
		},
	});

/** Teams: the sites of a team are hidden from members and viewers outside it. */
export const teamRoutes = (database: Database, quotas: Quotas): readonly Route[] => [
	listTeams(database),
	route({
		...managing,
		method: "post",
		path,
		summary: "Creates a team",
		description:
			"From then on, members and viewers outside the team no longer see its sites. 400 names a user or a site that does not belong to the organization.",
		audit: "team.create",
		body: NewTeam,
		refuseBody: refuseTeam,
		response: Team.extend({ members: z.array(z.string()), siteIds: z.array(z.int()) }).meta({
			component: "CreatedTeam",
		}),
		status: 201,
		handle: async ({ organizationId, caller, body }) => {
			requireMayFill(caller, body);
			const { name, memberUserIds = [], siteIds = [] } = body;
			await quotas.requireRoom("teams", { userId: null, organizationId });
			const team = await database
				.insertInto("team")
				.values({ id: randomUUID(), organizationId, name })
				.returningAll()
				.executeTakeFirstOrThrow();
			await replaceContent(database, team, { memberUserIds, siteIds });
			return {
				...withIsoTimes(team),
				members: [...new Set(memberUserIds)],
				siteIds: [...new Set(siteIds)],
			};
		},
	}),
	route({
		...managing,
		...one,
		method: "put",
		summary: "Changes a team; arrays replace the existing ones",
		description:
			"To add a member, send the complete list of members with the new one. Absent fields stay as they are.",
		audit: "team.update",
		body: TeamUpdate,
		refuseBody: refuseTeam,
		handle: async ({ organizationId, caller, params: { teamId }, body: { name, ...content } }) => {
			requireMayFill(caller, content);
			const team = await database
				.updateTable("team")
				.set({ ...(name !== undefined && { name }), updatedAt: new Date() })
				.where("id", "=", teamId)
				.where("organizationId", "=", organizationId)
				.returning(["id", "organizationId"])
				.executeTakeFirst();
			await replaceContent(database, found("Team", team), content);
			return { success: true };
		},
	}),
	route({
		...managing,
		...one,
		method: "delete",
		summary: "Deletes a team; its sites are visible to every member again",
		description: "Members keep their accounts and their other teams.",
		audit: "team.delete",
		handle: async ({ organizationId, caller, params: { teamId } }) => {
			requireMayShowSites(caller);
			const deleted = await database
				.deleteFrom("team")
				.where("id", "=", teamId)
				.where("organizationId", "=", organizationId)
				.returning("id")
				.executeTakeFirst();
			found("Team", deleted);
			return { success: true };
		},
	}),
];
