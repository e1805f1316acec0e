import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { appliesTo } from "../definitions/definition.ts";
import { type AdminCommand, required } from "./command.ts";
import { exportedReplays } from "./exported-replays.ts";
import {
	type ExportedRow,
	exportedDevices,
	exportedFigures,
	exportedRows,
	exportedSessions,
	exportedTraits,
} from "./exported-rows.ts";
import { siteOfOption } from "./site-commands.ts";

const line = (kind: string, row: unknown) => JSON.stringify({ kind, ...(row as ExportedRow) });

const definitionsOf = async function* (database: Database, site: Site): AsyncIterable<string> {
	const { siteId } = site;
	const goals = database.selectFrom("goal").selectAll().where("siteId", "=", siteId);
	for (const row of await goals.orderBy("goalId").execute()) yield line("goal", row);
	const funnels = database.selectFrom("funnel").selectAll().where("siteId", "=", siteId);
	for (const row of await funnels.orderBy("id").execute()) yield line("funnel", row);
	// Definitions of the whole organization apply to the site too.
	for (const [table, id] of [
		["segment", "segmentId"],
		["annotation", "annotationId"],
	] as const) {
		const rows = await database
			.selectFrom(table)
			.selectAll()
			.where(appliesTo(site))
			.orderBy(id)
			.execute();
		for (const row of rows) yield line(table, row);
	}
};

/** Exports a site with all its data, a JSON object in each line. */
export const exportSiteCommand: AdminCommand = async function* (
	{ database, store, replayObjects },
	options,
) {
	const site = await siteOfOption(database, options);
	const { privateLinkKey: _, ...shown } = site;
	yield line("site", shown);
	yield* definitionsOf(database, site);
	const owner = { site: site.siteId };
	for (const trait of await exportedTraits(store, owner)) yield line("trait", trait);
	for (const device of await exportedDevices(store, owner)) yield line("device", device);
	for await (const row of exportedFigures(store, owner)) yield line("figure", row);
	for await (const row of exportedRows(store, "events", owner)) yield line("event", row);
	for await (const row of exportedRows(store, "bots", owner)) yield line("bot", row);
	for await (const row of exportedSessions(store, owner)) yield line("session", row);
	for await (const row of exportedReplays(store, owner, replayObjects)) yield line("replay", row);
};

/** Exports all data about one of a site's users, a JSON object in each line. */
export const exportPersonCommand: AdminCommand = async function* (
	{ database, store, replayObjects },
	options,
) {
	const { siteId: site } = await siteOfOption(database, options);
	const user = required(options, "user");
	for (const trait of await exportedTraits(store, { site, user })) yield line("trait", trait);
	for (const device of await exportedDevices(store, { site, user })) yield line("device", device);
	for await (const row of exportedRows(store, "events", { site, user })) yield line("event", row);
	for await (const row of exportedReplays(store, { site, user }, replayObjects))
		yield line("replay", row);
};
