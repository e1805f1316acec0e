import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

/**
 * Whether a `member` without an administrator's role sees `site`: one granted to them or to a team of theirs and, unless their access is
 * restricted, one without a team. The guard and every list share this condition, so they cannot disagree.
 */
export const maySee = sql<boolean>`(
	EXISTS (SELECT FROM "member_site" AS "granted"
		WHERE "granted"."memberId" = "member"."id" AND "granted"."siteId" = "site"."siteId")
	OR EXISTS (SELECT FROM "team_site" JOIN "team_member" USING ("teamId")
		WHERE "team_site"."siteId" = "site"."siteId" AND "team_member"."memberId" = "member"."id")
	OR (NOT "member"."hasRestrictedSiteAccess"
		AND NOT EXISTS (SELECT FROM "team_site" WHERE "team_site"."siteId" = "site"."siteId")))`;

/**
 * Whether the `member` is an owner or administrator and so sees all sites. Several roles are joined by commas, as
 * `highestRoleOf` reads them.
 */
export const seesAllSites = sql<boolean>`"member"."role" ~ '(^|,)\\s*(owner|admin)\\s*(,|$)'`;

/** Whether `site` is among those that the `member` of its organization sees, whatever their role. */
export const seesSite = sql<boolean>`(${seesAllSites} OR ${maySee})`;

/** The numbers of all sites visible to a person who is no administrator. */
export const visibleSites = async (database: Database, userId: string): Promise<Set<number>> => {
	const rows = await database
		.selectFrom("site")
		.innerJoin("member", "member.organizationId", "site.organizationId")
		.where("member.userId", "=", userId)
		.where(maySee)
		.select("site.siteId")
		.execute();
	return new Set(rows.map(({ siteId }) => siteId));
};
