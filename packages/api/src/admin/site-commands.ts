import { ApiError } from "@footfall/shared/api-error";
import { createFindSite } from "../access/find-site.ts";
import type { Site } from "../access/site.ts";
import { type Change, recordChange, recordPendingChange } from "../audit/record-change.ts";
import type { Database } from "../database/schema.ts";
import { moveSite } from "../site-move/move-site.ts";
import { removeSite } from "../sites/delete-site.ts";
import {
	type AdminCommand,
	AdminError,
	type AdminOptions,
	requireConfirmed,
	required,
	unknownPerson,
} from "./command.ts";

/**
 * The site of `--site`, by number or id.
 * @throws AdminError for an unknown site
 */
export const siteOfOption = async (database: Database, options: AdminOptions): Promise<Site> => {
	const reference = required(options, "site");
	const site = await createFindSite(database)(reference);
	if (!site) throw new AdminError(`There is no site ${reference}; list-sites shows them`);
	return site;
};

/** The audit record of a change to a site, for its organization and any other affected one. */
const changeOf = (
	{ siteId, organizationId }: Site,
	action: string,
	...others: readonly string[]
): Change => ({
	action,
	caller: undefined,
	organizationIds: [...new Set([organizationId, ...others])],
	target: `/api/sites/${siteId}`,
	body: undefined,
});

/** Every site with its organization. */
export const listSitesCommand: AdminCommand = async function* ({ database }) {
	const rows = await database
		.selectFrom("site")
		.innerJoin("organization", "organization.id", "site.organizationId")
		.select(["siteId", "site.id", "domain", "organizationId", "organization.name"])
		.orderBy("siteId")
		.execute();
	for (const { siteId, id, domain, organizationId, name } of rows)
		yield [siteId, id, domain, organizationId, name].join("\t");
};

/** Moves a site with its definitions to another organization. */
export const moveSiteCommand: AdminCommand = async function* ({ database }, options) {
	const site = await siteOfOption(database, options);
	const organizationId = required(options, "organization");
	await database
		.transaction()
		.execute(async (transaction) => {
			const organization = await transaction
				.selectFrom("organization")
				.select("id")
				.where("id", "=", organizationId)
				.executeTakeFirst();
			if (!organization) throw new AdminError(`There is no organization ${organizationId}`);
			await moveSite(transaction, site, organizationId);
			await recordChange(transaction, changeOf(site, "site.move", organizationId));
		})
		.catch((error: unknown) => {
			if (error instanceof ApiError) throw new AdminError(error.message);
			throw error;
		});
	yield `Moved site ${site.siteId} (${site.domain}) to organization ${organizationId}`;
};

/** Deletes a site and all its data. */
export const deleteSiteCommand: AdminCommand = async function* (
	{ database, deleteEvents },
	options,
) {
	const site = await siteOfOption(database, options);
	requireConfirmed(options, `site ${site.siteId} (${site.domain}) and all its data`);
	await database.transaction().execute(async (transaction) => {
		await removeSite(transaction, site.siteId);
		await recordChange(transaction, changeOf(site, "site.delete"));
	});
	await deleteEvents(site.siteId);
	yield `Deleted site ${site.siteId} (${site.domain}) with all its data`;
};

/** Deletes all data about one of a site's users. */
export const deletePersonCommand: AdminCommand = async function* (
	{ database, erasePerson },
	options,
) {
	const site = await siteOfOption(database, options);
	const user = required(options, "user");
	requireConfirmed(options, `all data of site ${site.siteId} about ${user}`);
	const complete = await recordPendingChange(database, changeOf(site, "user.delete"));
	const wasKnown = await erasePerson(site.siteId, user);
	await complete();
	if (!wasKnown) throw unknownPerson(site.siteId, user);
	yield `Deleted all data of site ${site.siteId} about ${user}`;
};
