import type { SiteNumber } from "@footfall/shared/ids";
import type { EventStore } from "../client/client.ts";
import { deleteEveryRow } from "../client/delete-rows.ts";
import { dropStagingOfSite } from "../imports/staging.ts";
import { recordErasure } from "../people/erasures.ts";

const TABLES = [
	...["events", "bots", "replay_chunks", "deleted_recordings", "traits", "aliases"],
	...["imported_figures", "search_figures", "visits", "day_totals", "sealed_days"],
	...["orders", "quarantined_events"],
];

/**
 * The tables that may hold rows of the site. A replica may lack rows of the others, so all
 * replicated tables are included.
 */
const tablesOfSite = async (store: EventStore, site: SiteNumber): Promise<string[]> => {
	const rows = await store.query<{ name: string }>(
		[
			...TABLES.map(
				(table) => `SELECT '${table}' AS name FROM ${table} WHERE site_id = {site:UInt32} LIMIT 1`,
			),
			`SELECT name FROM system.tables
			WHERE database = currentDatabase() AND startsWith(engine, 'Replicated') AND name IN {tables:Array(String)}`,
		].join(" UNION ALL "),
		{ site, tables: TABLES },
	);
	const found = new Set(rows.map(({ name }) => name));
	return TABLES.filter((table) => found.has(table));
};

/**
 * Permanently removes every event, bot record, recording, trait and device of a site; resolves once
 * they are gone from the disk's live data.
 */
export const deleteSiteRows = async (store: EventStore, site: SiteNumber): Promise<void> => {
	// Comes first, so that the site's records that are still in the queue are dropped.
	await recordErasure(store, site, ["site"]);
	await dropStagingOfSite(store, site);
	// A deletion scans every part of a table, so none is sent if there is nothing to delete.
	for (const table of await tablesOfSite(store, site))
		await deleteEveryRow(store, `site ${site}`, table, "site_id = {site:UInt32}", { site });
};
