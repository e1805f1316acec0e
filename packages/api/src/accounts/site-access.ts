import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

/**
 * The sites that a person sees as a plain member: those granted to them or to a team of theirs, and, unless
 * their access is restricted, those that no team has. One statement for the guard and for every list, so
 * that the two cannot differ.
 */
const sitesOfMember = (database: Database, userId: string) =>
	database
		.selectFrom("site")
		.innerJoin("member", "member.organizationId", "site.organizationId")
		.where("member.userId", "=", userId)
		.where(
			sql<boolean>`(
				EXISTS (SELECT FROM "member_site" AS "granted"
					WHERE "granted"."memberId" = "member"."id" AND "granted"."siteId" = "site"."siteId")
				OR EXISTS (SELECT FROM "team_site" JOIN "team_member" USING ("teamId")
					WHERE "team_site"."siteId" = "site"."siteId" AND "team_member"."memberId" = "member"."id")
				OR (NOT "member"."hasRestrictedSiteAccess"
					AND NOT EXISTS (SELECT FROM "team_site" WHERE "team_site"."siteId" = "site"."siteId")))`,
		)
		.select("site.siteId");

/** Whether a plain member of the site's organization sees the site. */
export const createMaySee =
	(database: Database) =>
	async (userId: string, siteId: number): Promise<boolean> =>
		(await sitesOfMember(database, userId).where("site.siteId", "=", siteId).executeTakeFirst()) !==
		undefined;
export type MaySee = ReturnType<typeof createMaySee>;

/** The numbers of all sites that a person sees as a plain member. */
export const visibleSites = async (database: Database, userId: string): Promise<Set<number>> =>
	new Set((await sitesOfMember(database, userId).execute()).map(({ siteId }) => siteId));
