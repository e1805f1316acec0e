import { z } from "zod";
import type { Database } from "../database/schema.ts";

const member = {
	id: z.string(),
	role: z.string(),
	userId: z.string(),
	createdAt: z.iso.datetime(),
	user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
};

/** A member inside the organization that lists it. */
export const MemberOfOrganization = z.strictObject(member);
/** A member on its own. */
export const Member = z.strictObject({ ...member, organizationId: z.string() });

/** The members of these organizations, the oldest first. */
export const membersOf = async (
	database: Database,
	organizationIds: readonly string[],
): Promise<(z.output<typeof Member> & { hasRestrictedSiteAccess: boolean })[]> => {
	const rows = await database
		.selectFrom("member")
		.innerJoin("user", "user.id", "member.userId")
		.where("member.organizationId", "in", organizationIds)
		.select([
			"member.id",
			"member.role",
			"member.userId",
			"member.organizationId",
			"member.createdAt",
			"member.hasRestrictedSiteAccess",
			"user.name",
			"user.email",
		])
		.orderBy("member.createdAt")
		.orderBy("member.id")
		.execute();
	return rows.map(({ name, email, createdAt, ...row }) => ({
		...row,
		createdAt: createdAt.toISOString(),
		user: { id: row.userId, name, email },
	}));
};
