import type { Caller, MemberRole } from "../access/caller.ts";
import { siteOf } from "../access/find-site.ts";
import { isAdministrator } from "../access/roles.ts";
import type { Site } from "../access/site.ts";
import { visibleSites } from "../access/visible-sites.ts";
import type { Database } from "../database/schema.ts";

/** The sites of an organization; for a member or viewer, those visible to them. */
export const sitesOf = async (
	database: Database,
	organizationId: string,
	viewer?: { caller: Caller; role: MemberRole },
): Promise<Site[]> => {
	const rows = await database
		.selectFrom("site")
		.selectAll()
		.where("organizationId", "=", organizationId)
		.orderBy("siteId")
		.execute();
	const sites = rows.map(siteOf);
	if (!viewer || isAdministrator(viewer.role) || viewer.caller.via === "organization-key")
		return sites;
	const visible = await visibleSites(database, viewer.caller.user.id);
	return sites.filter(({ siteId }) => visible.has(siteId));
};
