import { randomUUID } from "node:crypto";
import { configurationChanges, type Database } from "@footfall/api/testing";
import type { ConfigurationChanges, ConfigurationSnapshot } from "@footfall/shared/site";

/** The content of a snapshot after changes, sorted. */
export const changed = (
	{ sites, ingestionKeys }: ConfigurationSnapshot,
	changes: ConfigurationChanges,
): ConfigurationSnapshot => {
	const replacedSites = new Set(changes.removedSites);
	for (const { siteId } of changes.sites) replacedSites.add(siteId);
	const replacedKeys = new Set(changes.removedKeys);
	for (const { hash } of changes.ingestionKeys) replacedKeys.add(hash);
	const keptSites = sites.filter(({ siteId }) => !replacedSites.has(siteId));
	const keptKeys = ingestionKeys.filter(({ hash }) => !replacedKeys.has(hash));
	return sorted({
		version: changes.version,
		sites: [...keptSites, ...changes.sites],
		ingestionKeys: [...keptKeys, ...changes.ingestionKeys],
	});
};

/** A snapshot with its sites by number and its keys by hash. */
export const sorted = ({ version, sites, ingestionKeys }: ConfigurationSnapshot) => ({
	version,
	sites: sites.toSorted((one, other) => one.siteId - other.siteId),
	ingestionKeys: ingestionKeys.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)),
});

export const addOrganization = async (database: Database, id: string) => {
	const values = { id, name: id, slug: id, createdAt: new Date() };
	await database.insertInto("organization").values(values).execute();
};

/** Creates a site and resolves to its number. */
export const addSite = async (database: Database, organizationId: string): Promise<number> => {
	const id = randomUUID();
	const { siteId } = await database
		.insertInto("site")
		.values({ id, name: id, domain: id, organizationId, createdBy: "", settings: "{}" })
		.returning("siteId")
		.executeTakeFirstOrThrow();
	return siteId;
};

export const updateSite = (database: Database, siteId: number, settings: object) =>
	database
		.updateTable("site")
		.set({ settings: JSON.stringify(settings) })
		.where("siteId", "=", siteId)
		.execute();

/** @throws Error for an unknown version */
export const changesSince = async (
	database: Database,
	version: string,
): Promise<ConfigurationChanges> => {
	const changes = await configurationChanges(database, version);
	if (changes === undefined) throw new Error(`The version ${version} is not known`);
	return changes;
};
