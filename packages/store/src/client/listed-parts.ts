import {
	closeSync,
	fsyncSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { unlessMissing } from "@footfall/shared/files/unless-missing";

/** The tables whose parts are listed: the engine expires no rows of theirs by itself. */
export const LISTED_TABLES = [
	...["events", "traits", "aliases", "imported_figures", "search_figures", "orders"],
] as readonly string[];

/** A part as it was when the list was written. */
export interface ListedPart {
	table: string;
	/** Its table's directory, relative to the store's. */
	directory: string;
	part: string;
	rows: number;
}

/** The list of an embedded store's parts: without it, a part whose files are all gone would go unnoticed. */
export interface ListedParts {
	/** Parts that were missing when the store was opened, with the number of rows that no other part has. */
	missing: readonly ListedPart[];
	/** Runs a statement. Parts that it may remove are taken off the list first. */
	during(sql: string, run: () => Promise<void>): Promise<void>;
	/** Lists the parts that `look` finds, except those of a table from which a statement is removing parts. */
	list(look: () => Promise<ListedPart[]>): Promise<void>;
}

const STATEMENT = /^\s*(?:(?:DROP|TRUNCATE) TABLE(?: IF EXISTS)?|ALTER TABLE) (\w+)/;
const REMOVAL = /\b(?:DELETE|DETACH|DROP|MOVE|REPLACE|TRUNCATE)\b/;
/** Partition, first and last block, merge level, and mutation. */
const PART = /^([^_]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/;

interface Blocks {
	name: string;
	partition: string;
	first: number;
	last: number;
}
const blocksOf = (name: string): Blocks | undefined => {
	const [, partition, first, last] = PART.exec(name) ?? [];
	return partition === undefined
		? undefined
		: { name, partition, first: Number(first), last: Number(last) };
};
const covers = (one: Blocks, other: Blocks) =>
	one.partition === other.partition && one.first <= other.first && one.last >= other.last;

const rowsIn = (path: string): number =>
	Number(unlessMissing(() => readFileSync(join(path, "count.txt"), "latin1"))) || 0;

/** Rows of a part that are in no part on disk: neither in the merged part nor in its sources. */
const missingRows = (path: string, { part, rows }: ListedPart, there: readonly Blocks[]) => {
	const blocks = blocksOf(part);
	if (blocks === undefined || there.some((other) => covers(other, blocks))) return 0;
	const within = there.filter((other) => covers(blocks, other));
	const outermost = within.filter(
		(one) => !within.some((other) => other !== one && covers(other, one)),
	);
	return rows - outermost.reduce((sum, { name }) => sum + rowsIn(join(path, name)), 0);
};

const missingOf = (store: string, listed: readonly ListedPart[]): ListedPart[] =>
	[...new Set(listed.map(({ directory }) => directory))].flatMap((directory) => {
		const path = join(store, directory);
		const names = new Set(unlessMissing(() => readdirSync(path)));
		const absent = listed.filter(
			(listedPart) => listedPart.directory === directory && !names.has(listedPart.part),
		);
		if (absent.length === 0) return [];
		const there = [...names].flatMap((name) => blocksOf(name) ?? []);
		return absent
			.map((part) => ({ ...part, rows: missingRows(path, part, there) }))
			.filter(({ rows }) => rows > 0);
	});

/**
 * The list in a store's directory. Create it before the engine opens the store, since the engine
 * would merge parts across a gap.
 */
export const createListedParts = (store: string): ListedParts => {
	const file = join(store, "parts.json");
	const read = (): ListedPart[] => {
		const text = unlessMissing(() => readFileSync(file, "utf8"));
		if (text === undefined) return [];
		try {
			const parts = JSON.parse(text) as ListedPart[];
			return parts.filter(({ directory, part, rows }) => directory && part && rows > 0);
		} catch {
			// Rewritten from the parts that exist.
			return [];
		}
	};
	let listed = read();
	const replace = (parts: ListedPart[]): void => {
		if (JSON.stringify(parts) === JSON.stringify(listed)) return;
		writeFileSync(`${file}.new`, JSON.stringify(parts), { mode: 0o600, flush: true });
		renameSync(`${file}.new`, file);
		const directory = openSync(store, "r");
		try {
			fsyncSync(directory);
		} finally {
			closeSync(directory);
		}
		listed = parts;
	};
	const write = (parts: ListedPart[]): void => {
		try {
			replace(parts);
		} catch {
			// A full disk must not prevent starting, deleting or stopping.
			rmSync(file, { force: true });
			listed = [];
		}
	};

	const running = new Map<string, number>();
	const begun = new Map<string, number>();
	const count = (counts: Map<string, number>, table: string, by: number) =>
		counts.set(table, (counts.get(table) ?? 0) + by);
	return {
		missing: missingOf(store, listed),
		during: async (sql, run) => {
			const table = STATEMENT.exec(sql)?.[1];
			if (table === undefined || !REMOVAL.test(sql)) return run();
			count(running, table, 1);
			count(begun, table, 1);
			try {
				write(listed.filter((part) => part.table !== table));
				await run();
			} finally {
				count(running, table, -1);
			}
		},
		list: async (look) => {
			const before = new Map(begun);
			const busy = new Set([...running].filter(([, many]) => many > 0).map(([table]) => table));
			const parts = await look();
			write(
				parts.filter(({ table }) => !busy.has(table) && begun.get(table) === before.get(table)),
			);
		},
	};
};
