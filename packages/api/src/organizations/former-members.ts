import type { Database } from "../database/schema.ts";

interface Membership {
	organizationId: string;
	userId: string;
}

/** Keeps that people ended a membership: no provider gives it again. */
export const rememberEndedMembership = async (
	database: Database,
	membership: Membership,
): Promise<void> => {
	await database
		.insertInto("former_member")
		.values({ ...membership, endedBy: "people", siteIds: null })
		.onConflict((row) =>
			row.columns(["organizationId", "userId"]).doUpdateSet({ endedBy: "people", siteIds: null }),
		)
		.execute();
};

/** Ends a membership for a provider, which may give it again: with the same sites, if it was limited to some. */
export const removeForProvider = async (database: Database, memberId: string): Promise<void> => {
	const { organizationId, userId, hasRestrictedSiteAccess, sites } = await database
		.deleteFrom("member")
		.where("id", "=", memberId)
		.returning((member) => [
			"organizationId",
			"userId",
			"hasRestrictedSiteAccess",
			member
				.selectFrom("member_site")
				.whereRef("member_site.memberId", "=", "member.id")
				.select((site) => site.fn.jsonAgg("member_site.siteId").as("sites"))
				.as("sites"),
		])
		.executeTakeFirstOrThrow();
	if (!hasRestrictedSiteAccess) return;
	await database
		.insertInto("former_member")
		.values({ organizationId, userId, endedBy: "provider", siteIds: JSON.stringify(sites ?? []) })
		.execute();
};

/** Whether people ended a membership, and no provider may give it again. */
export const wasEndedByPeople = async (
	database: Database,
	{ organizationId, userId }: Membership,
): Promise<boolean> =>
	(await database
		.selectFrom("former_member")
		.select("userId")
		.where("organizationId", "=", organizationId)
		.where("userId", "=", userId)
		.where("endedBy", "=", "people")
		.executeTakeFirst()) !== undefined;

/** Takes back what was kept of a former membership. @returns the only sites that it had; null for all */
export const forgetFormerMember = async (
	database: Database,
	{ organizationId, userId }: Membership,
): Promise<readonly number[] | null> => {
	const former = await database
		.deleteFrom("former_member")
		.where("organizationId", "=", organizationId)
		.where("userId", "=", userId)
		.returning("siteIds")
		.executeTakeFirst();
	return former?.siteIds ?? null;
};
