import type { WritableStore } from "../client/client.ts";
import { deleteEveryRow } from "../client/delete-rows.ts";
import { sourceOf } from "../imports/import-id.ts";
import { closeStaging } from "../imports/staging.ts";
import { invalidateTotals } from "../rolled-up-days/invalidate-totals.ts";

const TABLES: Readonly<Record<string, string>> = {
	events: "source = {source:String}",
	// The rest of a session is rolled up again from its events.
	visits: "has(sources, {source:String})",
	bots: "source = {source:String}",
	traits: "source = {source:String}",
	aliases: "source = {source:String}",
	imported_figures: "import_id = {importId:String}",
	search_figures: "import_id = {importId:String}",
};

/** Permanently removes everything that came with an import; resolves once it is gone from the disk's live data. */
export const deleteImport = async (
	store: WritableStore,
	{ site, importId }: { site: number; importId: string },
): Promise<void> => {
	const parameters = { site, importId, source: sourceOf(importId) };
	await closeStaging(store, importId);
	for (const [table, rows] of Object.entries(TABLES)) {
		const condition = `site_id = {site:UInt32} AND ${rows}`;
		await deleteEveryRow(store, `import ${importId}`, table, condition, parameters);
	}
	await invalidateTotals(store, site);
};
