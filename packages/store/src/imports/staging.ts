import type {
	ExportedDevice,
	ExportedTrait,
	ImportedFigure,
	SearchFigure,
} from "@footfall/shared/imported-hit";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import type { Statements, WritableStore } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { versionOf } from "../people/people.ts";
import { BOT_TABLE, EVENT_TABLE, type TableShape } from "../rows/event-rows.ts";
import { STAGING, STAGING_SUFFIX, sourceOf, stagingOf } from "./import-id.ts";

/** Rows are stored in blocks of this many; larger blocks hardly reduce the engine's cost. */
const BLOCK_ROWS = 10_000;

const SUM_KEY = ["site_id", "import_id", "position", "date", "dimension", "value"];
/** The tables of daily sums, and what the name of an import's staging table ends in for each. */
export const SUM_TABLES = [
	{
		table: "imported_figures",
		suffix: "_figures",
		columns: [
			...SUM_KEY,
			...["visitors", "visits", "pageviews", "bounces", "duration_seconds", "events", "platform"],
		],
	},
	{
		table: "search_figures",
		suffix: "_searches",
		columns: [...SUM_KEY, "clicks", "impressions", "positions"],
	},
] as const;

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
	searches?: readonly { position: number; value: SearchFigure }[];
	/** The product that figures come from, unless they name one themselves. */
	platform?: string;
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
	for (const shape of SUM_TABLES) {
		const name = table + shape.suffix;
		await store.command(
			`CREATE TABLE IF NOT EXISTS ${name} ENGINE = ReplacingMergeTree ORDER BY position
			EMPTY AS SELECT ${shape.columns.join(", ")} FROM ${shape.table}`,
		);
		await addMissingColumns(store, name, shape);
	}
};

/** Drops the staged rows of an import. */
export const closeStaging = async (store: WritableStore, importId: string): Promise<void> => {
	const table = stagingOf(importId);
	const sums = SUM_TABLES.map(({ suffix }) => table + suffix);
	for (const name of [table, `${table}_bots`, ...sums])
		await store.command(`DROP TABLE IF EXISTS ${name} SYNC`);
};

/** Drops the staged rows of all imports of a site. */
export const dropStagingOfSite = async (store: Statements, site: number): Promise<void> => {
	const tables = await store.query<{ name: string }>(
		"SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'import_')",
	);
	const names = tables.map(({ name }) => name).filter((name) => STAGING.test(name));
	// Some tables of an import may be empty.
	const importOf = (name: string) => name.replace(STAGING_SUFFIX, "");
	const own = new Set<string>();
	for (const name of names) {
		if (own.has(importOf(name))) continue;
		const [one] = await store.query(`SELECT 1 FROM ${name} WHERE site_id = {site:UInt32} LIMIT 1`, {
			site,
		});
		if (one !== undefined) own.add(importOf(name));
	}
	for (const name of names)
		if (own.has(importOf(name))) await store.command(`DROP TABLE IF EXISTS ${name} SYNC`);
};

const time = (at: number) => Math.trunc(at);

/**
 * Drops staged sums of some positions, both included: a batch that is read from its source again may have fewer rows
 * than before.
 */
export const dropStagedSums = async (
	store: Statements,
	importId: string,
	{ first, last }: { first: number; last: number },
): Promise<void> => {
	for (const { suffix } of SUM_TABLES)
		await deleteRows(
			store,
			stagingOf(importId) + suffix,
			"position >= {first:UInt64} AND position <= {last:UInt64}",
			{ first, last },
		);
};

/** Stores rows of an import where no report sees them yet. Repeating it changes nothing. */
export const stageRows = async (
	store: WritableStore,
	importId: string,
	{ site, events, figures, searches = [], traits, devices, platform = "" }: StagedRows,
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
	const [ofFigures, ofSearches] = SUM_TABLES;
	await store.insert(
		table + ofFigures.suffix,
		ofFigures.columns,
		figures.map(({ position, value: figure }) => [
			...[site, importId, position, figure.date, figure.dimension, figure.value],
			...[figure.visitors, figure.visits, figure.pageviews, figure.bounces],
			...[figure.durationSeconds, figure.events, figure.platform || platform],
		]),
	);
	await store.insert(
		table + ofSearches.suffix,
		ofSearches.columns,
		searches.map(({ position, value: search }) => [
			...[site, importId, position, search.date, search.dimension, search.value],
			...[search.clicks, search.impressions, search.positions],
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
