import type { SiteNumber } from "@footfall/shared/ids";
import {
	type ConfigurationChanges,
	type ConfigurationSnapshot,
	type ConfiguredSite,
	SiteSettings,
} from "@footfall/shared/site";
import { VERSION } from "@footfall/shared/version";
import { sql } from "kysely";
import { siteOf } from "../access/find-site.ts";
import type { Database } from "../database/schema.ts";
import { type ChangedKeys, ingestionKeysOf } from "./ingestion-keys.ts";

/** Part of the version: an updated program may publish more of the same database content. */
const PROGRAM = `/${VERSION}`;

/**
 * The version of the configuration for gateways, the same from every backend of one version. The database changes it
 * with every change of the configuration; so does an update of this program, which may publish more.
 */
export const configurationVersion = async (database: Database): Promise<string> => {
	const row = await database
		.selectFrom("configuration_version")
		.select("version")
		.executeTakeFirstOrThrow();
	return `${row.version}${PROGRAM}`;
};

/** All sites, or those with these numbers. */
const sitesOf = async (
	database: Database,
	siteIds?: readonly number[],
): Promise<ConfiguredSite[]> => {
	const rows = await database
		.selectFrom("site")
		.selectAll()
		.$if(siteIds !== undefined, (query) =>
			query.where(sql<boolean>`"siteId" = ANY(${siteIds}::integer[])`),
		)
		.orderBy("siteId")
		.execute();
	return rows.map((row) => {
		const { siteId, id, organizationId, domain, ...site } = siteOf(row);
		// Gateways convert no money.
		return { siteId, id, organizationId, domain, ...SiteSettings.parse({ ...site, rates: [] }) };
	});
};

/** Runs `read` on one state of the database, together with that state's version. */
const withVersion = <Part>(
	database: Database,
	read: (transaction: Database) => Promise<Part>,
): Promise<Part & { version: string }> =>
	database
		.transaction()
		.setIsolationLevel("repeatable read")
		.execute(async (transaction) => ({
			version: await configurationVersion(transaction),
			...(await read(transaction)),
		}));

/** A consistent snapshot of the configuration for gateways, with its version. */
export const configurationSnapshot = (database: Database): Promise<ConfigurationSnapshot> =>
	withVersion(database, async (transaction) => ({
		sites: await sitesOf(transaction),
		ingestionKeys: await ingestionKeysOf(transaction),
	}));

type Changed = ChangedKeys & { siteIds: readonly number[] };

/** The logged changes since a version; `undefined` if the log does not reach back that far. */
const changedSince = async (database: Database, version: string): Promise<Changed | undefined> => {
	const known = await database
		.selectFrom("configuration_change")
		.select("number")
		.where("version", "=", version)
		.executeTakeFirst();
	if (known === undefined) return undefined;
	const rows = await database
		.selectFrom("configuration_change")
		.select(["siteIds", "keyHashes", "userIds", "organizationIds"])
		.where("number", ">", known.number)
		.execute();
	const all = <Id>(idsOf: (row: (typeof rows)[number]) => Id[]) => [
		...new Set(rows.flatMap(idsOf)),
	];
	return {
		siteIds: all(({ siteIds }) => siteIds),
		keyHashes: all(({ keyHashes }) => keyHashes),
		userIds: all(({ userIds }) => userIds),
		organizationIds: all(({ organizationIds }) => organizationIds),
	};
};

const missing = <Id>(ids: readonly Id[], found: readonly Id[]): Id[] => {
	const there = new Set(found);
	return ids.filter((id) => !there.has(id));
};

/**
 * The changes since a version, with the current version; `undefined` for a version that this backend does not know:
 * another program's, one from before a backup was restored, or one more than a thousand changes old.
 */
export const configurationChanges = async (
	database: Database,
	since: string,
): Promise<ConfigurationChanges | undefined> => {
	if (!since.endsWith(PROGRAM)) return undefined;
	const { version, changes } = await withVersion(database, async (transaction) => {
		const changed = await changedSince(transaction, since.slice(0, -PROGRAM.length));
		if (changed === undefined) return { changes: undefined };
		const sites = await sitesOf(transaction, changed.siteIds);
		const ingestionKeys = await ingestionKeysOf(transaction, changed);
		const removedSites = missing(
			changed.siteIds,
			sites.map(({ siteId }) => siteId),
		) as SiteNumber[];
		const removedKeys = missing(
			changed.keyHashes,
			ingestionKeys.map(({ hash }) => hash),
		);
		return { changes: { sites, ingestionKeys, removedSites, removedKeys } };
	});
	return changes && { version, ...changes };
};
