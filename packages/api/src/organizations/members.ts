import { ApiError, type Issue } from "@footfall/shared/api-error";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { type Caller, isInstanceAdmin, MEMBER_ROLES } from "../access/caller.ts";
import { requireMayAssign, requireMayShowSites } from "../access/rights.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import { LENGTHS } from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { type InvitationServices, inviteAccount } from "./invitations.ts";
import { insertMember, Member, memberOf, selectMembers } from "./membership.ts";
import { requireSitesOf } from "./teams.ts";

const path = "/api/organizations/{organizationId}/members";

const MemberInList = Member.extend({
	user: Member.shape.user
		.extend({ emailVerified: z.boolean() })
		.meta({ component: "ListedMemberUser" }),
	siteAccess: z
		.strictObject({ hasRestrictedSiteAccess: z.boolean(), siteIds: z.array(z.int()) })
		.meta({ component: "SiteAccess" }),
	teams: z.array(
		z.strictObject({ id: z.string(), name: z.string() }).meta({ component: "TeamName" }),
	),
}).meta({ component: "ListedMember" });

const listMembers = (database: Database): Route =>
	route({
		method: "get",
		path,
		summary: "The members of an organization",
		description:
			"With their roles, teams and the sites that a restricted member may see; for a list of who has access.",
		tags: ["Organizations"],
		access: { organization: "viewer", scope: "org:read" },
		response: z.strictObject({ success: z.boolean(), data: z.array(MemberInList) }),
		handle: async ({ organizationId }) => {
			const rows = await selectMembers(database, [organizationId])
				.select(["hasRestrictedSiteAccess", "emailVerified"])
				.select((member) => [
					jsonArrayFrom(
						member
							.selectFrom("member_site")
							.whereRef("member_site.memberId", "=", "member.id")
							.select("member_site.siteId")
							.orderBy("siteId"),
					).as("sites"),
					jsonArrayFrom(
						member
							.selectFrom("team_member")
							.innerJoin("team", "team.id", "team_member.teamId")
							.whereRef("team_member.memberId", "=", "member.id")
							.select(["team.id", "team.name"])
							.orderBy("team.name")
							.orderBy("team.id"),
					).as("teams"),
				])
				.execute();
			const data = rows.map(({ hasRestrictedSiteAccess, emailVerified, sites, teams, ...row }) => {
				const siteIds = sites.map(({ siteId }) => siteId);
				const { user, ...member } = memberOf(row);
				return {
					...member,
					user: { ...user, emailVerified },
					siteAccess: { hasRestrictedSiteAccess, siteIds },
					teams,
				};
			});
			return { success: true, data };
		},
	});

const refuse = (error: string) => new ApiError("INVALID_REQUEST", error);

const NewMember = z
	.object({
		email: z.string().min(1).max(LENGTHS.email),
		role: z.string().min(1).pipe(z.enum(MEMBER_ROLES)),
	})
	.meta({ component: "MemberCreation" });

/** Reports missing fields before an unknown role. */
const refuseMember = (issues: readonly Issue[]): ApiError =>
	refuse(
		issues.every(({ code }) => code === "invalid_value")
			? "Role must be either admin, member, viewer, or owner"
			: "Missing required fields: email and role",
	);

const notVerified = () =>
	new ApiError(
		"INVALID_REQUEST",
		"The address of this account is not verified: its owner must open the link in the verification mail, or the server's administrator must confirm it (footfall admin confirm-email --email …)",
		{ code: "EMAIL_NOT_VERIFIED" },
	);

const isMember = async (
	database: Database,
	{ organizationId, userId }: { organizationId: string; userId: string },
): Promise<boolean> =>
	(await database
		.selectFrom("member")
		.select("id")
		.where("organizationId", "=", organizationId)
		.where("userId", "=", userId)
		.executeTakeFirst()) !== undefined;

/** The inviter for an organization's key: its oldest owner, who can withdraw the invitation. */
const inviterOf = async (database: Database, caller: Caller, organizationId: string) =>
	caller.via === "organization-key"
		? database
				.selectFrom("member")
				.innerJoin("user", "user.id", "member.userId")
				.where("organizationId", "=", organizationId)
				.where("role", "like", "%owner%")
				.select(["user.id", "user.name"])
				.orderBy("member.createdAt")
				.limit(1)
				.executeTakeFirstOrThrow()
		: caller.user;

const addMember = (services: InvitationServices): Route =>
	route({
		method: "post",
		path,
		summary: "Adds a user who already has an account to an organization",
		description:
			"The address of the account must be verified. People whom the administrator of the instance adds become members at once; anybody else's are invited, and become members once they accept.",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "org:write" },
		audit: "member.add",
		forbidden: "Unauthorized",
		body: NewMember,
		refuseBody: refuseMember,
		response: z.strictObject({ message: z.string() }).meta({ component: "Message" }),
		status: 201,
		handle: async ({ body, organizationId, ...grant }) => {
			const { database } = services;
			const { role } = body;
			requireMayAssign(grant, role);
			const user = await database
				.selectFrom("user")
				.select(["id", "email", "emailVerified"])
				.where("email", "=", normalisedEmail(body.email))
				.executeTakeFirst();
			const { id: userId, email, emailVerified } = found("User", user);
			if (await isMember(database, { organizationId, userId }))
				throw refuse("User is already a member of this organization");
			if (!emailVerified) throw notVerified();
			if (!isInstanceAdmin(grant.caller)) {
				const inviter = await inviterOf(database, grant.caller, organizationId);
				await inviteAccount(services, { organizationId, email, role }, inviter);
				return {
					message: "User invited to the organization: they become a member once they accept",
				};
			}
			if (!(await insertMember(database, { organizationId, userId, role })))
				throw refuse("User is already a member of this organization");
			return { message: "User added to organization successfully" };
		},
	});

const restrictMember = (database: Database): Route =>
	route({
		method: "put",
		path: `${path}/{memberId}/sites`,
		summary: "Restricts a member to some sites, or lifts the restriction",
		description: "Sites of the member's teams stay visible. Administrators see every site anyway.",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "org:write" },
		audit: "member.sites",
		params: z.object({ memberId: z.string() }),
		body: z.object({
			hasRestrictedSiteAccess: z.boolean(),
			siteIds: z.array(z.int().positive()).max(10_000).default([]),
		}),
		response: Success,
		handle: async ({ organizationId, caller, params: { memberId }, body }) => {
			requireMayShowSites(caller);
			const siteIds = body.hasRestrictedSiteAccess ? [...new Set(body.siteIds)] : [];
			await requireSitesOf(database, organizationId, siteIds);
			const restricted = await database
				.updateTable("member")
				.set({ hasRestrictedSiteAccess: body.hasRestrictedSiteAccess })
				.where("id", "=", memberId)
				.where("organizationId", "=", organizationId)
				.returning("id")
				.executeTakeFirst();
			found("Member", restricted);
			await database.deleteFrom("member_site").where("memberId", "=", memberId).execute();
			const rows = siteIds.map((siteId) => ({ memberId, siteId }));
			if (rows.length > 0) await database.insertInto("member_site").values(rows).execute();
			return { success: true };
		},
	});

export const memberRoutes = (services: InvitationServices): readonly Route[] => [
	listMembers(services.database),
	addMember(services),
	restrictMember(services.database),
];
