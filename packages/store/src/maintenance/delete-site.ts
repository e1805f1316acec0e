import type { SiteNumber } from "@footfall/shared/ids";
import type { EventStore } from "../client/client.ts";
import { deleteEveryRow } from "../client/delete-rows.ts";
import { dropStagingOfSite } from "../imports/staging.ts";
import { recordErasure } from "../people/erasures.ts";

const TABLES = [
	...["events", "bots", "replay_chunks", "deleted_recordings", "traits", "aliases"],
	...["imported_figures", "visits", "day_totals", "sealed_days"],
];

/** Removes every event, bot record, recording, trait and device of a site for good; resolves once they are gone from the disk's live data. */
export const deleteSiteRows = async (store: EventStore, site: SiteNumber): Promise<void> => {
	// First, so that the site's records that are still in the queue stay out.
	await recordErasure(store, site, ["site"]);
	await dropStagingOfSite(store, site);
	for (const table of TABLES)
		await deleteEveryRow(store, `site ${site}`, table, "site_id = {site:UInt32}", { site });
};
