import { isSiteKey, type SiteKey, type SiteNumber, siteNumberOf } from "@footfall/shared/ids";
import { defaultSiteSettings } from "@footfall/shared/site";
import type { Selectable } from "kysely";
import type { Caller, Role } from "../access/caller.ts";
import { authorityOf } from "../access/roles.ts";
import type { Site } from "../access/site.ts";
import { maySee } from "../access/visible-sites.ts";
import type { Database, SiteTable } from "../database/schema.ts";

/** A row as a site; a setting that is younger than the row has its default. */
export const siteOf = ({ settings, siteId, id, ...row }: Selectable<SiteTable>): Site => ({
	...defaultSiteSettings,
	...settings,
	...row,
	siteId: siteId as SiteNumber,
	id: id as SiteKey,
});

/** The first that is found under a path's `{site}`: as the exact string id, then as the number. */
const underReference = async <Row>(
	reference: string,
	where: (column: "site.id" | "site.siteId", value: string | number) => Promise<Row | undefined>,
): Promise<Row | undefined> => {
	const byId = isSiteKey(reference) ? await where("site.id", reference) : undefined;
	if (byId) return byId;
	const number = siteNumberOf(reference);
	return number === undefined ? undefined : where("site.siteId", number);
};

/** Looks a path's `{site}` up. */
export const createFindSite =
	(database: Database) =>
	async (reference: string): Promise<Site | undefined> => {
		const row = await underReference(reference, (column, value) =>
			database.selectFrom("site").selectAll().where(column, "=", value).executeTakeFirst(),
		);
		return row && siteOf(row);
	};
export type FindSite = ReturnType<typeof createFindSite>;

/** A site, and what a caller is there. */
export interface SiteOfCaller {
	site: Site;
	/** Undefined for nobody and for strangers. */
	role: Role | undefined;
	/** False where teams or grants keep a plain member out. */
	isVisible: boolean;
}

/** Looks a path's `{site}` up together with the caller's place in it, in one statement. */
export const createFindSiteOfCaller = (database: Database) => {
	const findSite = createFindSite(database);
	return async (
		reference: string,
		caller: Caller | undefined,
	): Promise<SiteOfCaller | undefined> => {
		if (!caller || caller.via === "organization-key" || caller.user.isSystemAdmin) {
			const site = await findSite(reference);
			const role = site && caller && authorityOf(caller, site.organizationId, undefined);
			return site && { site, role, isVisible: true };
		}
		const userId = caller.user.id;
		const found = await underReference(reference, (column, value) =>
			database
				.selectFrom("site")
				.leftJoin("member", (join) =>
					join
						.onRef("member.organizationId", "=", "site.organizationId")
						.on("member.userId", "=", userId),
				)
				.selectAll("site")
				.select(["member.role", maySee.as("isVisible")])
				.where(column, "=", value)
				.executeTakeFirst(),
		);
		if (!found) return undefined;
		const { role: stored, isVisible, ...row } = found;
		const role = authorityOf(caller, row.organizationId, stored);
		return { site: siteOf(row), role, isVisible: role !== "member" || isVisible };
	};
};
export type FindSiteOfCaller = ReturnType<typeof createFindSiteOfCaller>;
