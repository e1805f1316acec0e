import { allows } from "@footfall/shared/scopes";
import type { IngestionKey } from "@footfall/shared/site";
import { sql } from "kysely";
import { highestRoleOf, isAdministrator, isAtLeast } from "../access/roles.ts";
import { maySee } from "../access/visible-sites.ts";
import type { Database } from "../database/schema.ts";
import { KEY_KIND } from "../keys/key-kind.ts";
import { permissionsOf } from "../keys/permissions.ts";

type IngestionScope = Pick<IngestionKey, "organizationIds" | "siteIds">;

const NO_SCOPE: IngestionScope = { organizationIds: [], siteIds: [] };

/** The sites of plain members' organizations, by member, with its visibility to that member. */
const sitesByMember = async (database: Database, memberIds: readonly string[]) => {
	const rows = await database
		.selectFrom("member")
		.innerJoin("site", "site.organizationId", "member.organizationId")
		.where(sql<boolean>`"member"."id" = ANY(${memberIds}::text[])`)
		.select(["member.id", "site.siteId", maySee.as("isVisible")])
		.orderBy("site.siteId")
		.execute();
	const sites = new Map<string, typeof rows>();
	for (const row of rows) {
		const own = sites.get(row.id);
		if (own === undefined) sites.set(row.id, [row]);
		else own.push(row);
	}
	return sites;
};

/** Where users' personal keys may send: to whole organizations, and to single sites where others are hidden. */
const scopeByUser = async (
	database: Database,
	userIds: readonly string[],
): Promise<Map<string, IngestionScope>> => {
	const all = await database
		.selectFrom("member")
		.innerJoin("user", "user.id", "member.userId")
		.where(sql<boolean>`"member"."userId" = ANY(${userIds}::text[])`)
		.select([
			"member.id",
			"member.userId",
			"member.organizationId",
			"member.role",
			"member.hasRestrictedSiteAccess",
			"user.isSystemAdmin",
		])
		.orderBy("member.organizationId")
		.execute();
	const roleOf = ({ role, isSystemAdmin }: (typeof all)[number]) =>
		isSystemAdmin ? "owner" : highestRoleOf(role);
	// A viewer sends nothing, whatever the scopes of their key.
	const memberships = all.filter((membership) => isAtLeast(roleOf(membership), "member"));
	const plain = memberships.filter((membership) => !isAdministrator(roleOf(membership)));
	const sites = await sitesByMember(
		database,
		plain.map(({ id }) => id),
	);
	const restricted = new Set(
		plain.filter(
			({ id, hasRestrictedSiteAccess }) =>
				hasRestrictedSiteAccess || sites.get(id)?.some(({ isVisible }) => !isVisible),
		),
	);
	const scopes = new Map<string, IngestionScope>();
	for (const membership of memberships) {
		const { id, userId, organizationId } = membership;
		const own = scopes.get(userId) ?? { organizationIds: [], siteIds: [] };
		scopes.set(userId, own);
		if (!restricted.has(membership)) own.organizationIds.push(organizationId);
		else
			for (const { siteId, isVisible } of sites.get(id) ?? [])
				if (isVisible) own.siteIds.push(siteId);
	}
	return scopes;
};

/** The keys affected by a change of the configuration. */
export interface ChangedKeys {
	keyHashes: readonly string[];
	/** Users whose personal keys' permitted sites changed. */
	userIds: readonly string[];
	/** Organizations for all of whose members they changed. */
	organizationIds: readonly string[];
}

const isAmong = ({ keyHashes, userIds, organizationIds }: ChangedKeys) => sql<boolean>`(
	"key" = ANY(${keyHashes}::text[])
	OR "configId" = ${KEY_KIND.personal} AND ("referenceId" = ANY(${userIds}::text[])
		OR "referenceId" IN (SELECT "userId" FROM "member" WHERE "organizationId" = ANY(${organizationIds}::text[]))))`;

/** Every active key and where it may send; only those in `changed`, if given. */
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
		// Listed all the same, so that a gateway can distinguish a key without permission from an unknown one.
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
