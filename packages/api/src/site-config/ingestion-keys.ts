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

/** The sites of plain members' organizations, by member, each with whether it is visible to that member. */
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
	const memberships = await database
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
	const plain = memberships.filter(
		({ role, isSystemAdmin }) => !isSystemAdmin && highestRoleOf(role) === "member",
	);
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
