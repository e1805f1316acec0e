import { isSiteKey, type SiteKey, type SiteNumber, siteNumberOf } from "@footfall/shared/ids";
import { defaultSiteSettings } from "@footfall/shared/site";
import type { Selectable } from "kysely";
import type { Database, SiteTable } from "../database/schema.ts";
import type { Site } from "./site.ts";

/** A row as a site; a setting that is younger than the row has its default. */
export const siteOf = ({ settings, siteId, id, ...row }: Selectable<SiteTable>): Site => ({
	...defaultSiteSettings,
	...settings,
	...row,
	siteId: siteId as SiteNumber,
	id: id as SiteKey,
});

/** Looks a path's `{site}` up: as the exact string id first, then as the number. */
export const createFindSite =
	(database: Database) =>
	async (reference: string): Promise<Site | undefined> => {
		const sites = database.selectFrom("site").selectAll();
		if (isSiteKey(reference)) {
			const row = await sites.where("id", "=", reference).executeTakeFirst();
			if (row) return siteOf(row);
		}
		const number = siteNumberOf(reference);
		if (number === undefined) return undefined;
		const row = await sites.where("siteId", "=", number).executeTakeFirst();
		return row && siteOf(row);
	};
export type FindSite = ReturnType<typeof createFindSite>;
