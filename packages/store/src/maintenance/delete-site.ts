import type { SiteNumber } from "@footfall/shared/ids";
import type { EventStore } from "../client/client.ts";
import { deleteEveryRow } from "../client/delete-rows.ts";
import { dropStagingOfSite } from "../imports/staging.ts";
import { recordErasure } from "../people/erasures.ts";

const TABLES = [
	...["events", "bots", "replay_chunks", "deleted_recordings", "traits", "aliases"],
	...["imported_figures", "visits", "day_totals", "sealed_days"],
];

/** The tables that may hold rows of the site. A replica may not have the rows of the others yet, so all that are replicated. */
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

/** Removes every event, bot record, recording, trait and device of a site for good; resolves once they are gone from the disk's live data. */
export const deleteSiteRows = async (store: EventStore, site: SiteNumber): Promise<void> => {
	// First, so that the site's records that are still in the queue stay out.
	await recordErasure(store, site, ["site"]);
	await dropStagingOfSite(store, site);
	// A deletion looks at every part of a table, so where there is nothing to delete none is asked for.
	for (const table of await tablesOfSite(store, site))
		await deleteEveryRow(store, `site ${site}`, table, "site_id = {site:UInt32}", { site });
};
