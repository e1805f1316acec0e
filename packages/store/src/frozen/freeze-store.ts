import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Statements } from "../client/client.ts";

/** Where the engine puts the hard links of frozen parts. */
const SHADOW = "shadow";
const ENGINE = "engine";
/**
 * Entries of the engine's directory that are no table descriptions: parts, leftovers, and files
 * that only a running engine needs.
 */
const NOT_DESCRIPTIONS = new Set([SHADOW, "tmp", "detached", "deduplication_logs", "moving"]);
const TABLE_FILES = /^(format_version\.txt|mutation_\d+\.txt)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A store as it was at one moment, on the disk of the running one. */
export interface FrozenStore {
	/** Directory with the descriptions of tables and, in their places, their parts as hard links. */
	directory: string;
	/** The parts, relative to `directory`. */
	parts: string[];
	/** Everything else in it, relative to `directory`: small. */
	descriptions: string[];
}

const tablesOf = async (store: Statements): Promise<string[]> => {
	const rows = await store.query<{ name: string }>(
		"SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name",
	);
	return rows.map(({ name }) => name);
};

/** Copies the descriptions of tables: `metadata`, `data`, and from `store` everything that belongs to no part. */
const copyDescriptions = (from: string, to: string, isInTable = false): void => {
	mkdirSync(to, { recursive: true, mode: 0o700 });
	for (const entry of readdirSync(from, { withFileTypes: true })) {
		if (NOT_DESCRIPTIONS.has(entry.name)) continue;
		const [source, copy] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory()) {
			// The subdirectories of a table's directory are its parts.
			if (!isInTable) copyDescriptions(source, copy, UUID.test(entry.name));
		} else if (!isInTable || TABLE_FILES.test(entry.name) || entry.name.endsWith(".sql"))
			cpSync(source, copy, { verbatimSymlinks: true });
	}
};

const filesBelow = (directory: string, path = ""): string[] =>
	readdirSync(join(directory, path), { withFileTypes: true }).flatMap((entry) => {
		const name = join(path, entry.name);
		return entry.isDirectory() ? filesBelow(directory, name) : [name];
	});

/** `store/abc/<uuid>/<part>` of every part below a directory like the engine's. */
const partsBelow = (directory: string): string[] => {
	const store = join(directory, "store");
	if (!existsSync(store)) return [];
	return readdirSync(store)
		.flatMap((prefix) => readdirSync(join(store, prefix)).map((uuid) => join(store, prefix, uuid)))
		.flatMap((table) => readdirSync(table).map((part) => join(table, part)))
		.filter((path) => lstatSync(path).isDirectory())
		.map((path) => relative(directory, path))
		.sort();
};

/**
 * Freezes an embedded store: hard links of all active parts, which outlive merges and deletions, and copies of the
 * descriptions of tables. Nothing may write meanwhile.
 * @param directory of the store
 * @param to a directory that is not there yet, on the same file system
 */
export const freezeStore = async (
	store: Pick<Statements, "query">,
	directory: string,
	to: string,
): Promise<FrozenStore> => {
	const engine = join(directory, ENGINE);
	const name = `frozen_${Date.now()}`;
	const shadow = join(engine, SHADOW, name);
	mkdirSync(to, { recursive: true, mode: 0o700 });
	try {
		for (const table of await tablesOf(store as Statements))
			await store.query(
				`ALTER TABLE ${table} FREEZE WITH NAME '${name}' SETTINGS max_execution_time = 120`,
			);
		// A table without parts creates no directory.
		if (existsSync(join(shadow, "store"))) await rename(join(shadow, "store"), join(to, "store"));
		const parts = partsBelow(to);
		copyDescriptions(engine, to);
		const ofParts = new Set(parts);
		const descriptions = filesBelow(to).filter(
			(path) => !ofParts.has(path.split("/").slice(0, 4).join("/")),
		);
		return { directory: to, parts, descriptions };
	} finally {
		rmSync(shadow, { recursive: true, force: true });
	}
};

/** Removes what a killed process has left frozen. */
export const removeFrozen = (directory: string): void =>
	rmSync(join(directory, ENGINE, SHADOW), { recursive: true, force: true });
