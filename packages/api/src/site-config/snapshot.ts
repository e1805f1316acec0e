import { allows } from "@footfall/shared/scopes";
import { type ConfigurationSnapshot, type IngestionKey, SiteSettings } from "@footfall/shared/site";
import { highestRoleOf } from "../access/roles.ts";
import { maySee } from "../access/visible-sites.ts";
import { VERSION } from "../constants/version.ts";
import type { Database } from "../database/schema.ts";
import { permissionsOf } from "../keys/permissions.ts";
import { KEY_KIND } from "../sign-in/auth.ts";
import { siteOf } from "../sites/find-site.ts";

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

type Reach = Pick<IngestionKey, "organizationIds" | "siteIds">;

const NOWHERE: Reach = { organizationIds: [], siteIds: [] };

/** Where a user's own keys may send: for whole organizations, and for sites where teams or grants hide others. */
const reachByUser = async (database: Database): Promise<Map<string, Reach>> => {
	const rows = await database
		.selectFrom("member")
		.innerJoin("user", "user.id", "member.userId")
		.leftJoin("site", "site.organizationId", "member.organizationId")
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom("apikey")
					.select("apikey.id")
					.where("apikey.configId", "=", KEY_KIND.personal)
					.whereRef("apikey.referenceId", "=", "member.userId"),
			),
		)
		.select([
			"member.userId",
			"member.organizationId",
			"member.role",
			"member.hasRestrictedSiteAccess",
			"user.isSystemAdmin",
			"site.siteId",
			maySee.as("isVisible"),
		])
		.orderBy("member.organizationId")
		.orderBy("site.siteId")
		.execute();

	const hidden = new Set(
		rows
			.filter(({ role, isSystemAdmin }) => !isSystemAdmin && highestRoleOf(role) === "member")
			.filter(({ hasRestrictedSiteAccess, isVisible }) => hasRestrictedSiteAccess || !isVisible)
			.map(({ userId, organizationId }) => `${userId} ${organizationId}`),
	);
	const reach = new Map<string, Reach>();
	for (const { userId, organizationId, siteId, isVisible } of rows) {
		const own = reach.get(userId) ?? { organizationIds: [], siteIds: [] };
		reach.set(userId, own);
		if (!hidden.has(`${userId} ${organizationId}`)) {
			if (own.organizationIds.at(-1) !== organizationId) own.organizationIds.push(organizationId);
		} else if (siteId !== null && isVisible) own.siteIds.push(siteId);
	}
	return reach;
};

const keysOf = async (database: Database): Promise<ConfigurationSnapshot["ingestionKeys"]> => {
	const reach = await reachByUser(database);
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
			...(configId === KEY_KIND.organization
				? { organizationIds: [referenceId], siteIds: [] }
				: (reach.get(referenceId) ?? NOWHERE)),
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
