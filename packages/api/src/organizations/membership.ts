import { randomUUID } from "node:crypto";
import { z } from "zod";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import { forgetFormerMember } from "./former-members.ts";

/** A member as listed by its organization. */
export const MemberInOrganization = z
	.strictObject({
		id: z.string(),
		role: z.string(),
		userId: z.string(),
		createdAt: z.iso.datetime(),
		user: z
			.strictObject({ id: z.string(), name: z.string(), email: z.string() })
			.meta({ component: "MemberUser" }),
	})
	.meta({ component: "OrganizationMember" });
/** A member on its own. */
export const Member = MemberInOrganization.extend({ organizationId: z.string() }).meta({
	component: "Member",
});

/** The members of these organizations with their accounts, oldest first, as a statement to be executed or extended. */
export const selectMembers = (database: Database, organizationIds: readonly string[]) =>
	database
		.selectFrom("member")
		.innerJoin("user", "user.id", "member.userId")
		.where("member.organizationId", "in", organizationIds)
		.select(["member.id", "organizationId", "userId", "role", "member.createdAt"])
		.select(["user.name", "user.email"])
		.orderBy("member.createdAt")
		.orderBy("member.id");

/** A selected member as shown in answers. */
export const memberOf = <Row extends { userId: string; name: string; email: string }>({
	name,
	email,
	...row
}: Row) => ({ ...withIsoTimes(row), user: { id: row.userId, name, email } });

/** Adds a member. @returns its row; undefined for an existing member, who keeps their role */
export const insertMember = async (
	database: Database,
	membership: { organizationId: string; userId: string; role: string },
) => {
	await forgetFormerMember(database, membership);
	return database
		.insertInto("member")
		.values({ id: randomUUID(), createdAt: new Date(), ...membership })
		.onConflict((row) => row.columns(["organizationId", "userId"]).doNothing())
		.returning(["id", "organizationId", "userId", "role", "createdAt"])
		.executeTakeFirst();
};
