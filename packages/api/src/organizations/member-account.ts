import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";

/** A member with what decides who may act on the account, such as whether it belongs elsewhere. @throws ApiError 404 */
export const memberAccountOf = async (
	database: Database,
	{ organizationId, memberId }: { organizationId: string; memberId: string },
) =>
	found(
		"Member",
		await database
			.selectFrom("member")
			.innerJoin("user", "user.id", "member.userId")
			.select(["user.id", "user.email", "emailVerified", "isSystemAdmin", "twoFactorEnabled"])
			.select("member.role")
			.select((eb) =>
				eb
					.exists(
						eb
							.selectFrom("member as other")
							.select("other.id")
							.whereRef("other.userId", "=", "user.id")
							.where("other.organizationId", "!=", organizationId),
					)
					.as("isElsewhere"),
			)
			.where("member.id", "=", memberId)
			.where("member.organizationId", "=", organizationId)
			.executeTakeFirst(),
	);
