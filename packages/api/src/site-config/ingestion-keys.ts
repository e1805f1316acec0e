import { allows } from "@footfall/shared/scopes";
import type { IngestionKey } from "@footfall/shared/site";
import { sql } from "kysely";
import { highestRoleOf } from "../access/roles.ts";
import { maySee } from "../access/visible-sites.ts";
import type { Database } from "../database/schema.ts";
import { KEY_KIND } from "../keys/key-kind.ts";
import { permissionsOf } from "../keys/permissions.ts";

type IngestionScope = Pick<IngestionKey, "organizationIds" | "siteIds">;

const NO_SCOPE: IngestionScope = { organizationIds: [], siteIds: [] };

/** Where users' personal keys may send: to whole organizations, and to single sites where others are hidden. */
const scopeByUser = async (
	database: Database,
	userIds: readonly string[],
): Promise<Map<string, IngestionScope>> => {
	const scopes = new Map<string, IngestionScope>();
	if (userIds.length === 0) return scopes;
	const rows = await database
		.selectFrom("member")
		.innerJoin("user", "user.id", "member.userId")
		.leftJoin("site", "site.organizationId", "member.organizationId")
		.where(sql<boolean>`"member"."userId" = ANY(${userIds}::text[])`)
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
	for (const { userId, organizationId, siteId, isVisible } of rows) {
		const own = scopes.get(userId) ?? { organizationIds: [], siteIds: [] };
		scopes.set(userId, own);
		if (!hidden.has(`${userId} ${organizationId}`)) {
			if (own.organizationIds.at(-1) !== organizationId) own.organizationIds.push(organizationId);
		} else if (siteId !== null && isVisible) own.siteIds.push(siteId);
	}
	return scopes;
};

/** What a change of the configuration says of keys. */
export interface ChangedKeys {
	keyHashes: readonly string[];
	/** Those of whose personal keys may send elsewhere than before. */
	userIds: readonly string[];
	/** The same for all members of these. */
	organizationIds: readonly string[];
}

const isAmong = ({ keyHashes, userIds, organizationIds }: ChangedKeys) => sql<boolean>`(
	"key" = ANY(${keyHashes}::text[])
	OR "configId" = ${KEY_KIND.personal} AND ("referenceId" = ANY(${userIds}::text[])
		OR "referenceId" IN (SELECT "userId" FROM "member" WHERE "organizationId" = ANY(${organizationIds}::text[]))))`;

/** Every key that is in use, and where it may send; of `changed` ones only, if given. */
export const ingestionKeysOf = async (
	database: Database,
	changed?: ChangedKeys,
): Promise<IngestionKey[]> => {
	const rows = await database
		.selectFrom("apikey")
		.select(["key", "configId", "referenceId", "permissions", "expiresAt"])
		.where("enabled", "=", true)
		.where(({ eb }) => eb("expiresAt", "is", null).or("expiresAt", ">", new Date()))
		.$if(changed !== undefined, (query) => query.where(isAmong(changed as ChangedKeys)))
		.orderBy("id")
		.execute();
	const scopes = await scopeByUser(database, [
		...new Set(
			rows
				.filter(({ configId }) => configId === KEY_KIND.personal)
				.map(({ referenceId }) => referenceId),
		),
	]);
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
