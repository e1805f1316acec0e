import { allows } from "@footfall/shared/scopes";
import { type ConfigurationSnapshot, type IngestionKey, SiteSettings } from "@footfall/shared/site";
import { VERSION } from "@footfall/shared/version";
import { siteOf } from "../access/find-site.ts";
import { highestRoleOf } from "../access/roles.ts";
import { maySee } from "../access/visible-sites.ts";
import type { Database } from "../database/schema.ts";
import { KEY_KIND } from "../keys/key-kind.ts";
import { permissionsOf } from "../keys/permissions.ts";

/**
 * The version of the configuration for gateways. The database changes it with every change of the configuration, and an
 * update of this program changes it too, because a new version may publish more.
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
		const { siteId, id, organizationId, domain, ...site } = siteOf(row);
		return { siteId, id, organizationId, domain, ...SiteSettings.parse(site) };
	});
};

type IngestionScope = Pick<IngestionKey, "organizationIds" | "siteIds">;

const NO_SCOPE: IngestionScope = { organizationIds: [], siteIds: [] };

/** Where a user's personal keys may send: to whole organizations, and to single sites where others are hidden. */
const scopeByUser = async (database: Database): Promise<Map<string, IngestionScope>> => {
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
	const scopes = new Map<string, IngestionScope>();
	for (const { userId, organizationId, siteId, isVisible } of rows) {
		const own = scopes.get(userId) ?? { organizationIds: [], siteIds: [] };
		scopes.set(userId, own);
		if (!hidden.has(`${userId} ${organizationId}`)) {
			if (own.organizationIds.at(-1) !== organizationId) own.organizationIds.push(organizationId);
		} else if (siteId !== null && isVisible) own.siteIds.push(siteId);
	}
	return scopes;
};

const keysOf = async (database: Database): Promise<ConfigurationSnapshot["ingestionKeys"]> => {
	const scopes = await scopeByUser(database);
	const rows = await database
		.selectFrom("apikey")
		.select(["key", "configId", "referenceId", "permissions", "expiresAt"])
		.where("enabled", "=", true)
		.where(({ eb }) => eb("expiresAt", "is", null).or("expiresAt", ">", new Date()))
		.orderBy("id")
		.execute();
	const scopeOf = ({ configId, referenceId, permissions }: (typeof rows)[number]) => {
		// Listed all the same, so that a gateway tells a key that may not send from one that nobody has.
		if (!allows(permissionsOf(permissions), "ingest:write")) return NO_SCOPE;
		return configId === KEY_KIND.organization
			? { organizationIds: [referenceId], siteIds: [] }
			: (scopes.get(referenceId) ?? NO_SCOPE);
	};
	return rows.map((row) => ({
		hash: row.key,
		...scopeOf(row),
		expiresAt: row.expiresAt?.getTime() ?? null,
	}));
};

/** A consistent snapshot of the configuration for gateways, with its version. */
export const configurationSnapshot = (database: Database): Promise<ConfigurationSnapshot> =>
	database
		.transaction()
		.setIsolationLevel("repeatable read")
		.execute(async (transaction) => ({
			version: await configurationVersion(transaction),
			sites: await sitesOf(transaction),
			ingestionKeys: await keysOf(transaction),
		}));
