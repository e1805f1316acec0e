import { type ConfigurationSnapshot, SiteSettings } from "@footfall/shared/site";
import { KEY_KIND } from "../accounts/auth.ts";
import { permissionsOf } from "../accounts/permissions.ts";
import { allows } from "../accounts/scopes.ts";
import type { Database } from "../database/schema.ts";
import { siteOf } from "../sites/find-site.ts";
import { VERSION } from "../version.ts";

/**
 * The version of what gateways work from; changed by the database with every change of it, and by an update of this
 * program, which may publish what the one before did not.
 */
export const configurationVersion = async (database: Database): Promise<string> => {
	const row = await database
		.selectFrom("configuration_version")
		.select("version")
		.executeTakeFirstOrThrow();
	return `${row.version}/${VERSION}`;
};

const sitesOf = async (database: Database): Promise<ConfigurationSnapshot["sites"]> => {
	const rows = await database.selectFrom("site").selectAll().orderBy("siteId").execute();
	return rows.map((row) => {
		const { siteId, id, organizationId, ...site } = siteOf(row);
		return { siteId, id, organizationId, ...SiteSettings.parse(site) };
	});
};

/** A personal key may send for every organization of its user. */
const organizationsByUser = async (database: Database): Promise<Map<string, string[]>> => {
	const rows = await database
		.selectFrom("member")
		.select(["userId", "organizationId"])
		.orderBy("organizationId")
		.execute();
	const organizations = new Map<string, string[]>();
	for (const { userId, organizationId } of rows)
		organizations.set(userId, [...(organizations.get(userId) ?? []), organizationId]);
	return organizations;
};

const keysOf = async (database: Database): Promise<ConfigurationSnapshot["ingestionKeys"]> => {
	const organizations = await organizationsByUser(database);
	const rows = await database
		.selectFrom("apikey")
		.select(["key", "configId", "referenceId", "permissions", "expiresAt"])
		.where("enabled", "=", true)
		.where((where) =>
			where.or([where("expiresAt", "is", null), where("expiresAt", ">", new Date())]),
		)
		.orderBy("id")
		.execute();
	return rows
		.filter(({ permissions }) => allows(permissionsOf(permissions), "ingest:write"))
		.map(({ key, configId, referenceId, expiresAt }) => ({
			hash: key,
			organizationIds:
				configId === KEY_KIND.organization ? [referenceId] : (organizations.get(referenceId) ?? []),
			expiresAt: expiresAt?.getTime() ?? null,
		}));
};

/** What every gateway works from, with its version, as of one moment. */
export const configurationSnapshot = (database: Database): Promise<ConfigurationSnapshot> =>
	database
		.transaction()
		.setIsolationLevel("repeatable read")
		.execute(async (transaction) => ({
			version: await configurationVersion(transaction),
			sites: await sitesOf(transaction),
			ingestionKeys: await keysOf(transaction),
		}));
