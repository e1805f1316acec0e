import type { ExportedDevice, ExportedTrait, ImportedFigure } from "@footfall/shared/imported-hit";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import type { Statements, WritableStore } from "../client/client.ts";
import { versionOf } from "../people/people.ts";
import { BOT_TABLE, EVENT_TABLE, type TableShape } from "../rows/event-rows.ts";
import { STAGING, sourceOf, stagingOf } from "./import-id.ts";

/** Rows are stored in blocks of this many; larger blocks hardly reduce the engine's cost. */
const BLOCK_ROWS = 10_000;

/** An event and its place in the export. */
export interface StagedEvent {
	event: QueuedEvent;
	position: number;
	/** 16 hex characters if the export names its sessions; "" if they have to be derived. */
	session: string;
}

/** Some rows of an export, decoded. */
export interface StagedRows {
	site: number;
	events: readonly StagedEvent[];
	figures: readonly { position: number; value: ImportedFigure }[];
	traits: readonly ExportedTrait[];
	devices: readonly ExportedDevice[];
}

/** Adds the columns to a staging table that an older version made. */
const addMissingColumns = async (
	store: Statements,
	staging: string,
	{ columns, table }: Pick<TableShape, "columns" | "table">,
): Promise<void> => {
	const missing = await store.query<{ name: string; type: string }>(
		`SELECT name, type FROM system.columns
		WHERE database = currentDatabase() AND table = {table:String} AND name IN {columns:Array(String)}
			AND name NOT IN (SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {staging:String})`,
		{ table, staging, columns },
	);
	for (const { name, type } of missing)
		await store.command(`ALTER TABLE ${staging} ADD COLUMN IF NOT EXISTS ${name} ${type}`);
};

/** Creates the table for an import's events; repeating it changes nothing. */
export const openStaging = async (store: Statements, importId: string): Promise<void> => {
	const table = stagingOf(importId);
	// By visitor, because rows are read back by visitor; a position that is sent again replaces itself.
	for (const [name, shape] of [
		[table, EVENT_TABLE],
		[`${table}_bots`, BOT_TABLE],
	] as const) {
		await store.command(
			`CREATE TABLE IF NOT EXISTS ${name} ENGINE = ReplacingMergeTree ORDER BY (user_id, source_offset)
			EMPTY AS SELECT ${shape.columns.join(", ")} FROM ${shape.table}`,
		);
		await addMissingColumns(store, name, shape);
	}
};

/** Drops the staged rows of an import. */
export const closeStaging = async (store: WritableStore, importId: string): Promise<void> => {
	const table = stagingOf(importId);
	for (const name of [table, `${table}_bots`])
		await store.command(`DROP TABLE IF EXISTS ${name} SYNC`);
};

/** Drops the staged rows of all imports of a site. */
export const dropStagingOfSite = async (store: Statements, site: number): Promise<void> => {
	const tables = await store.query<{ name: string }>(
		"SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'import_')",
	);
	for (const { name } of tables) {
		if (!STAGING.test(name)) continue;
		const [own] = await store.query(`SELECT 1 FROM ${name} WHERE site_id = {site:UInt32} LIMIT 1`, {
			site,
		});
		if (own !== undefined) await store.command(`DROP TABLE IF EXISTS ${name} SYNC`);
	}
};

const time = (at: number) => Math.trunc(at);

/** Stores rows of an import where no report sees them yet. Repeating it changes nothing. */
export const stageRows = async (
	store: WritableStore,
	importId: string,
	{ site, events, figures, traits, devices }: StagedRows,
): Promise<void> => {
	const source = sourceOf(importId);
	const table = stagingOf(importId);
	const rowsOf = (shape: typeof EVENT_TABLE, staged: readonly StagedEvent[]) =>
		staged.map(({ event, position, session }) =>
			shape.row(event, {
				session: session === "" ? "0" : BigInt(`0x${session}`).toString(),
				visitor: event.visitor,
				source,
				offset: position,
			}),
		);
	const bots = events.filter(({ event }) => event.bot !== undefined);
	const visits = bots.length === 0 ? events : events.filter(({ event }) => event.bot === undefined);
	for (let from = 0; from < visits.length; from += BLOCK_ROWS)
		await store.insert(
			table,
			EVENT_TABLE.columns,
			rowsOf(EVENT_TABLE, visits.slice(from, from + BLOCK_ROWS)),
		);
	await store.insert(`${table}_bots`, BOT_TABLE.columns, rowsOf(BOT_TABLE, bots));
	await store.insert(
		"imported_figures",
		[
			...["site_id", "import_id", "position", "date", "dimension", "value"],
			...["visitors", "visits", "pageviews", "bounces", "duration_seconds", "events"],
		],
		figures.map(({ position, value: figure }) => [
			...[site, importId, position, figure.date, figure.dimension, figure.value],
			...[figure.visitors, figure.visits, figure.pageviews, figure.bounces],
			...[figure.durationSeconds, figure.events],
		]),
	);
	await store.insert(
		"traits",
		["site_id", "user_id", "key", "value", "written_at", "version", "source"],
		traits.map(({ user, key, value, at }) => [
			...[site, user, key, value, time(at), versionOf(at, 0), source],
		]),
	);
	await store.insert(
		"aliases",
		["site_id", "device", "user_id", "linked_at", "version", "source"],
		devices.map(({ device, user, at }) => [
			...[site, BigInt(`0x${device}`).toString(), user, time(at), versionOf(at, 0), source],
		]),
	);
};
