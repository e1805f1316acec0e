import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { siteOf } from "../access/find-site.ts";
import { movedMeanwhile } from "../access/require-unmoved.ts";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { forgetExample, readExample } from "../example/example-state.ts";
import { onDomainConflict } from "../sites/configure-site.ts";
import { copySharedDefinitions } from "./copy-shared-definitions.ts";
import { detachChannels } from "./detach-channels.ts";
import { type MovePlan, movePlanOf, outsideRecipients } from "./move-plan.ts";

const conflict = (error: string, resolution: string) =>
	new ApiError("CONFLICT", error, { resolution });

/** The site as it is now, locked until the transaction ends. @throws ApiError 404 */
const lockedSite = async (database: Database, { siteId }: Site): Promise<Site> => {
	const row = await database
		.selectFrom("site")
		.selectAll()
		.where("siteId", "=", siteId)
		.forUpdate()
		.executeTakeFirst();
	if (!row) throw new ApiError("NOT_FOUND", "Site not found");
	return siteOf(row);
};

/** @throws ApiError 409 while something is being written for the site */
const requireIdle = async (database: Database, site: Site): Promise<void> => {
	const running = await database
		.selectFrom("import")
		.select("importId")
		.where("siteId", "=", site.siteId)
		.where("state", "in", ["receiving", "finishing"])
		.executeTakeFirst();
	if (running)
		throw conflict(
			"An import of this site is running",
			"Wait until it is done, or cancel it, and move the site then.",
		);
	const known = await readExample(database, site.organizationId, Date.now());
	if (known?.example.siteId === site.siteId && known.example.state !== "ready")
		throw conflict(
			"This is the example site, which is still being filled",
			"Wait until it is ready, and move the site then.",
		);
};

/** Its definitions, imports and reports go with a site; events and recordings are stored by the site's number. */
const moveRows = async (
	database: Database,
	{ siteId, organizationId: from }: Site,
	organizationId: string,
): Promise<void> => {
	for (const table of ["annotation", "segment", "saved_item", "import", "report_mail"] as const)
		await database
			.updateTable(table)
			.set({ organizationId })
			.where("siteId", "=", siteId)
			.execute();
	await database
		.updateTable("alert_rule")
		// A higher version makes the processes that evaluate rules read them again.
		.set({ organizationId, version: sql`"version" + 1`, updatedAt: sql<Date>`now()` })
		.where("siteId", "=", siteId)
		.execute();
	await forgetExample(database, from, siteId);
};

/** Ends the access that the old organization has given. */
const revokeAccess = async (
	database: Database,
	site: Site,
	organizationId: string,
): Promise<void> => {
	const { siteId } = site;
	await database.deleteFrom("team_site").where("siteId", "=", siteId).execute();
	await database.deleteFrom("member_site").where("siteId", "=", siteId).execute();
	await database.deleteFrom("private_link").where("siteId", "=", siteId).execute();
	const gone = outsideRecipients(database, site, organizationId).select("recipientId");
	await database.deleteFrom("report_mail_recipient").where("recipientId", "in", gone).execute();
};

/**
 * Moves a site with its definitions to another organization; call it inside a transaction. The history stays: events
 * and recordings belong to the site's number. Keys of the old organization lose access, because theirs follows the
 * organization; so do people who do not belong to the new one.
 * @returns what was taken away and copied
 * @throws ApiError 400 for the organization that the site has, 404 for a site that was deleted meanwhile, 409 for a
 * domain that the new organization has, while an import runs, and for a site that was moved meanwhile
 */
export const moveSite = async (
	database: Database,
	known: Site,
	organizationId: string,
): Promise<MovePlan> => {
	const site = await lockedSite(database, known);
	if (site.organizationId !== known.organizationId) throw movedMeanwhile();
	if (site.organizationId === organizationId)
		throw new ApiError("INVALID_REQUEST", "The site belongs to this organization already");
	await requireIdle(database, site);
	const plan = await movePlanOf(database, site, organizationId);
	await copySharedDefinitions(database, site);
	await moveRows(database, site, organizationId);
	// Now that its reports and alerts are locked, nothing more is enqueued for the old organization.
	await detachChannels(database, site);
	await revokeAccess(database, site, organizationId);
	await database
		.updateTable("site")
		.set({ organizationId, privateLinkAreas: null, updatedAt: new Date() })
		.where("siteId", "=", site.siteId)
		.execute()
		.catch(onDomainConflict);
	return plan;
};
