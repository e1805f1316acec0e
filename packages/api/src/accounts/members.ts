import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { type Issue, type Route, route } from "../http/route.ts";
import { ROLES, type Role } from "./caller.ts";
import { Member, membersOf } from "./members-of.ts";

const path = "/api/organizations/{organizationId}/members";

const MemberInList = Member.extend({
	siteAccess: z.strictObject({ hasRestrictedSiteAccess: z.boolean(), siteIds: z.array(z.int()) }),
	teams: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});

const unrestricted = { siteAccess: { hasRestrictedSiteAccess: false, siteIds: [] }, teams: [] };

const listMembers = (database: Database): Route =>
	route({
		method: "get",
		path,
		operationId: "getApiOrganizationsOrganizationIdMembers",
		summary: "The members of an organization",
		tags: ["Organizations"],
		access: { organization: "member", scope: "org:read" },
		response: z.strictObject({ success: z.boolean(), data: z.array(MemberInList) }),
		handle: async ({ organizationId }) => ({
			success: true,
			data: (await membersOf(database, [organizationId])).map((member) => ({
				...member,
				...unrestricted,
			})),
		}),
	});

const refuse = (error: string) => new ApiError("INVALID_REQUEST", error);

const NewMember = z.object({
	email: z.string().min(1),
	role: z.string().min(1).pipe(z.enum(ROLES)),
});

/** A missing field is named before a role that does not exist. */
const refuseMember = (issues: readonly Issue[]): ApiError =>
	refuse(
		issues.every(({ code }) => code === "invalid_value")
			? "Role must be either admin, member, or owner"
			: "Missing required fields: email and role",
	);

/** @throws ApiError 404 without such a user, 400 for one who is a member already */
const insertMember = async (
	database: Database,
	{ email, role, organizationId }: { email: string; role: Role; organizationId: string },
) => {
	const user = await database
		.selectFrom("user")
		.select("id")
		.where("email", "=", email)
		.executeTakeFirst();
	if (!user) throw new ApiError("NOT_FOUND", "User not found");
	const inserted = await database
		.insertInto("member")
		.values({ id: randomUUID(), organizationId, userId: user.id, role, createdAt: new Date() })
		.onConflict((row) => row.columns(["organizationId", "userId"]).doNothing())
		.executeTakeFirst();
	if (inserted.numInsertedOrUpdatedRows === 0n)
		throw refuse("User is already a member of this organization");
};

const addMember = (database: Database): Route =>
	route({
		method: "post",
		path,
		operationId: "postApiOrganizationsOrganizationIdMembers",
		summary: "Adds a user who already has an account to an organization",
		tags: ["Organizations"],
		access: { organization: "admin", scope: "org:write" },
		forbidden: "Unauthorized",
		body: NewMember,
		refuseBody: refuseMember,
		response: z.strictObject({ message: z.string() }),
		status: 201,
		handle: async ({ body, role: ownRole, organizationId }) => {
			const role = body.role;
			const email = body.email.trim().toLowerCase();
			if (role === "owner" && ownRole !== "owner")
				throw new ApiError("FORBIDDEN", "Only an organization owner can assign the owner role");
			await insertMember(database, { email, role, organizationId });
			return { message: "User added to organization successfully" };
		},
	});

export const memberRoutes = (database: Database): readonly Route[] => [
	listMembers(database),
	addMember(database),
];
