import { visibleSites } from "../access/visible-sites.ts";
import type { Database } from "../database/schema.ts";
import type { SitesOf } from "../reports/report-dependencies.ts";

/** Lists the numbers of an organization's sites; for a plain member, of those that they may see. */
export const createSitesOf =
	(database: Database): SitesOf =>
	async (organizationId, viewer) => {
		const rows = await database
			.selectFrom("site")
			.select("siteId")
			.where("organizationId", "=", organizationId)
			.orderBy("siteId")
			.execute();
		const all = rows.map(({ siteId }) => siteId);
		if (viewer?.role !== "member" || viewer.caller.via === "organization-key") return all;
		const visible = await visibleSites(database, viewer.caller.user.id);
		return all.filter((siteId) => visible.has(siteId));
	};
