import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
} from "node:fs";
import { join } from "node:path";
import type { Statements } from "../client/client.ts";
import type { DamagedPart, DamageRecord } from "./damage-record.ts";
import { saveReadableRows } from "./readable-rows.ts";
import { attachRepairedCopy } from "./repaired-copy.ts";

/** Tables that are rebuilt from the events or from the schema files. */
const MADE_AGAIN = new Set(["visits", "day_totals", "sealed_days", "schema_migrations"]);
/** Tables whose inserts the engine deduplicates. */
const DEDUPLICATED = new Set(["events", "bots"]);
const DEDUPLICATION_WINDOW = 10_000;

const COPY = "damage_copy";
const SAVED = "damage_saved";

/** A part that the engine rejected, or that was found damaged in use. */
export interface FoundDamage {
	table: string;
	/** Its name among the table's parts. */
	part: string;
	/** Its directory, if the engine has detached it. */
	detachedPath?: string;
	reason: string;
}

const pathsOf = async (store: Statements, table: string): Promise<string[]> => {
	const rows = await store.query<{ path: string }>(
		"SELECT arrayJoin(data_paths) AS path FROM system.tables WHERE database = currentDatabase() AND name = {table:String}",
		{ table },
	);
	return rows.map(({ path }) => path);
};

const dropWorkTables = async (store: Statements) => {
	for (const name of [COPY, SAVED]) await store.command(`DROP TABLE IF EXISTS ${name} SYNC`);
};

const rowsOfPart = async (store: Statements, table: string, part?: string) => {
	const [one] = await store.query<{ rows: number }>(
		`SELECT sum(rows) AS rows FROM system.parts
		WHERE database = currentDatabase() AND table = {table:String} AND active ${part === undefined ? "" : "AND name = {part:String}"}`,
		{ table, ...(part !== undefined && { part }) },
	);
	return one?.rows ?? 0;
};

/** The number of rows in the part's own file, if that can be read. */
const countIn = (path: string): number | null => {
	const file = join(path, "count.txt");
	const text = existsSync(file) ? readFileSync(file, "latin1") : "";
	return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** Rows of the parts that this one was merged from: if they still exist, the engine has loaded them instead. */
const rowsOfSources = async (store: Statements, { table, part }: FoundDamage): Promise<number> => {
	const [partition, first, last] = part.split("_");
	const [one] = await store.query<{ rows: number }>(
		`SELECT sum(rows) AS rows FROM system.parts
		WHERE database = currentDatabase() AND table = {table:String} AND active AND name != {part:String}
			AND partition_id = {partition:String}
			AND min_block_number >= {first:Int64} AND max_block_number <= {last:Int64}`,
		{
			table,
			part,
			partition: partition ?? "",
			first: Number(first),
			last: Number(last),
		},
	);
	return one?.rows ?? 0;
};

/** Moves the saved rows into the table, one partition after the other, each atomically. */
const putBack = async (store: Statements, table: string): Promise<void> => {
	const partitions = await store.query<{ id: string }>(
		"SELECT DISTINCT partition_id AS id FROM system.parts WHERE database = currentDatabase() AND table = {table:String} AND active",
		{ table: SAVED },
	);
	for (const { id } of partitions)
		await store.command(`ALTER TABLE ${table} ATTACH PARTITION ID '${id}' FROM ${SAVED}`);
};

const moved = (from: string, to: string): void => {
	const path = from.replace(/\/$/, "");
	try {
		renameSync(path, to);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
		cpSync(path, to, { recursive: true });
		rmSync(path, { recursive: true });
	}
};

/** Records that the queue delivers again must not be dropped as duplicates of lost rows. */
export const forgetBlocks = async (store: Statements, table: string): Promise<void> => {
	if (!DEDUPLICATED.has(table)) return;
	for (const window of [0, DEDUPLICATION_WINDOW])
		await store.command(
			`ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = ${window}`,
		);
};

/**
 * Takes a damaged part out of its table, keeps it beside the store and restores its readable rows. Tables that derive from
 * others are rebuilt.
 */
export const setAside = async (
	store: Statements,
	record: DamageRecord,
	found: FoundDamage,
): Promise<DamagedPart> => {
	const { table, part, detachedPath, reason } = found;
	const isMadeAgain = MADE_AGAIN.has(table);
	const [directory = ""] = await pathsOf(store, table);
	await dropWorkTables(store);
	// The engine keeps a part whose files are gone until something reads it.
	const isGone = detachedPath === undefined && !existsSync(join(directory, part));
	let rows: number | null;
	let saved = 0;
	const save = async (from: string, where: string, count: number) => {
		await store.command(`CREATE TABLE ${SAVED} AS ${table}`);
		saved = await saveReadableRows(store, { table, from, where, rows: count, into: SAVED });
	};
	if (detachedPath === undefined) {
		const count = await rowsOfPart(store, table, part);
		if (!isMadeAgain && !isGone) await save(table, `_part = '${part}'`, count);
		// A damaged file of the right length may hold a wrong number.
		rows = /Checksum mismatch for file count\.txt/.test(reason) ? null : count;
		// The engine ends a running merge of the part first.
		await store.command(`ALTER TABLE ${table} DETACH PART '${part}'`);
	} else {
		rows = countIn(detachedPath);
		const inSources = await rowsOfSources(store, found);
		if (inSources > 0) saved = rows ?? inSources;
		else if (!isMadeAgain) {
			await store.command(`CREATE TABLE ${COPY} AS ${table}`);
			const [tableDirectory = ""] = await pathsOf(store, COPY);
			const others = await store.query<{ path: string }>(
				"SELECT path FROM system.parts WHERE database = currentDatabase() AND table = {table:String} AND active ORDER BY modification_time DESC",
				{ table },
			);
			const intact = others.map(({ path }) => path);
			if (
				await attachRepairedCopy(store, {
					path: detachedPath,
					part,
					table: COPY,
					tableDirectory,
					intact,
				})
			) {
				rows = await rowsOfPart(store, COPY);
				await save(COPY, "true", rows);
			}
		}
	}
	const lies = detachedPath ?? join(directory, "detached", part);
	const movedTo = isGone ? null : join(record.directory, `${table}-${part}-${Date.now()}`);
	mkdirSync(record.directory, { recursive: true, mode: 0o700 });
	// Before the rows are put back: a crash in between loses a copy but duplicates nothing, and the part is kept in any case.
	if (movedTo !== null) moved(lies, movedTo);
	// The engine has made an empty directory.
	else if (existsSync(lies)) rmdirSync(lies);
	const entry: DamagedPart = {
		table,
		movedTo,
		foundAt: new Date().toISOString(),
		reason,
		rows,
		saved: isMadeAgain ? (rows ?? 0) : saved,
		isLoss: !isMadeAgain && (rows === null || saved < rows),
	};
	record.add(entry);
	if (saved > 0 && (await pathsOf(store, SAVED)).length > 0) await putBack(store, table);
	if (isMadeAgain && table !== "schema_migrations")
		// Reports read the events of days without a roll-up, and such days are rolled up again.
		await store.command("TRUNCATE TABLE IF EXISTS sealed_days");
	await forgetBlocks(store, table);
	await dropWorkTables(store);
	return entry;
};
