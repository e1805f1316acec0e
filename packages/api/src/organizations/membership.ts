import { randomUUID } from "node:crypto";
import { z } from "zod";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";

/** A member as its organization lists it. */
export const MemberInOrganization = z.strictObject({
	id: z.string(),
	role: z.string(),
	userId: z.string(),
	createdAt: z.iso.datetime(),
	user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
});
/** A member on its own. */
export const Member = MemberInOrganization.extend({ organizationId: z.string() });

/** The members of these organizations, the oldest first. */
export const membersOf = async (
	database: Database,
	organizationIds: readonly string[],
): Promise<(z.output<typeof Member> & { hasRestrictedSiteAccess: boolean })[]> => {
	const rows = await database
		.selectFrom("member")
		.innerJoin("user", "user.id", "member.userId")
		.where("member.organizationId", "in", organizationIds)
		.selectAll("member")
		.select(["user.name", "user.email"])
		.orderBy("member.createdAt")
		.orderBy("member.id")
		.execute();
	return rows.map(({ name, email, ...row }) => ({
		...withIsoTimes(row),
		user: { id: row.userId, name, email },
	}));
};

/** Adds a member. @returns its row; undefined for a person who is a member already, who keeps their role */
export const insertMember = (
	database: Database,
	membership: { organizationId: string; userId: string; role: string },
) =>
	database
		.insertInto("member")
		.values({ id: randomUUID(), createdAt: new Date(), ...membership })
		.onConflict((row) => row.columns(["organizationId", "userId"]).doNothing())
		.returning(["id", "organizationId", "userId", "role", "createdAt"])
		.executeTakeFirst();
