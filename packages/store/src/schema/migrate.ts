import { readdirSync, readFileSync } from "node:fs";
import { EnvironmentError } from "@footfall/shared/environment";
import { isAtLeast, VERSION } from "@footfall/shared/version";
import { retry } from "@footfall/shared/waiting/retry";
import type { EventStore } from "../client/client.ts";
import { StoreError } from "../client/store-error.ts";
import { acquireMigrationLock, type MigrationLockOptions } from "./migration-lock.ts";

/** The same path whether this runs from src or from dist. */
const SCHEMA = new URL("../../src/schema/", import.meta.url);

/** Statements of a file, in order: the engine takes one at a time. */
export const statementsOf = (text: string): string[] =>
	text
		.replaceAll(/^[ \t]*--.*$/gm, "")
		.split(/;\s*$/m)
		.map((statement) => statement.trim())
		.filter((statement) => statement !== "");

const files = (): string[] =>
	readdirSync(SCHEMA)
		.filter((name) => name.endsWith(".sql"))
		.sort();

const textOf = (name: string): string => readFileSync(new URL(name, SCHEMA), "utf8");

const appliedTo = async (store: Pick<EventStore, "query">): Promise<Set<string>> => {
	const rows = await store.query<{ name: string }>("SELECT name FROM schema_migrations");
	return new Set(rows.map(({ name }) => name));
};

/** How a store's tables compare with this program, without changing anything. */
export const schemaState = async (
	store: Pick<EventStore, "query">,
): Promise<{
	/** Files that the next start would apply. */
	pending: string[];
	/** Files that a newer version applied. */
	unknown: string[];
}> => {
	const [table] = await store.query<{ result: number }>("EXISTS TABLE schema_migrations");
	const applied = table?.result ? await appliedTo(store) : new Set<string>();
	const known = files();
	return {
		pending: known.filter((name) => !applied.has(name)),
		unknown: [...applied].filter((name) => !known.includes(name)).sort(),
	};
};

/** Missing in stores of early versions: the version that applied a file, and the oldest one that can run on it. */
const COLUMNS = ["version", "runs_with"];

/** The oldest version that runs on a file's tables, as the file says: until it is upgraded, it can start again. */
const runsWith = (name: string): string => /^-- Runs with (\S+)$/m.exec(textOf(name))?.[1] ?? "";

/** @throws EnvironmentError when a newer version has changed the tables: starting again would not help */
const refuseNewer = async (store: EventStore, unknown: readonly string[]): Promise<void> => {
	if (unknown.length === 0) return;
	const columns = await store.query<{ name: string }>(
		"SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'schema_migrations'",
	);
	const recorded = COLUMNS.filter((column) => columns.some(({ name }) => name === column));
	const rows = await store.query<{ name: string; version?: string; runs_with?: string }>(
		`SELECT ${["name", ...recorded].join(", ")} FROM schema_migrations ORDER BY name`,
	);
	const refusing = rows.filter(
		({ name, runs_with = "" }) =>
			unknown.includes(name) && (runs_with === "" || !isAtLeast(VERSION, runs_with)),
	);
	const applied = refusing.at(-1);
	if (applied === undefined) return;
	throw new EnvironmentError(
		`The event store has the schema ${applied.name} of ${applied.version ? `version ${applied.version}` : "a newer version"}, but this is version ${VERSION}, whose schema is ${files().at(-1)}: run the newer version, or restore a backup made before the upgrade.`,
	);
};

/** @throws EnvironmentError if a created table is missing: an empty one in its place would look like an empty site */
const requireTables = async (store: EventStore): Promise<void> => {
	const made = files().flatMap((name) =>
		[...textOf(name).matchAll(/^CREATE TABLE IF NOT EXISTS (\w+)/gm)].map(
			([, table = ""]) => table,
		),
	);
	const rows = await store.query<{ name: string }>(
		"SELECT name FROM system.tables WHERE database = currentDatabase()",
	);
	const there = new Set(rows.map(({ name }) => name));
	const missing = made.filter((table) => !there.has(table));
	if (missing.length > 0)
		throw new EnvironmentError(
			`The event store is damaged: its tables ${missing.join(", ")} are missing. Restore a backup; or empty the table schema_migrations, so that the next start creates them again, without their rows.`,
		);
};

/**
 * CANNOT_ASSIGN_ALTER: a replica still applies the previous change of the table. KEEPER_EXCEPTION and
 * TABLE_IS_READ_ONLY: Keeper is lost for a moment, such as while it elects a leader.
 */
const PASSING = new Set([517, 999, 242]);
const PASSES_WITHIN_MS = 60_000;
const PAUSES = { pauseMs: 200, longestPauseMs: 3000 };

/** Repeats a step of a migration, all of which are repeatable, while the servers of a cluster are not in step. */
const untilInStep = (step: () => Promise<void>, passesWithinMs: number): Promise<void> => {
	const until = performance.now() + passesWithinMs;
	return retry(step, {
		...PAUSES,
		shouldRetry: (error, _failures, pauseMs) =>
			error instanceof StoreError &&
			PASSING.has(error.code ?? 0) &&
			performance.now() + pauseMs < until,
	});
};

export interface MigrationOptions extends MigrationLockOptions {
	/** Whether other processes may do the same concurrently: then one of them does. */
	isShared?: boolean;
	/** How long a statement is repeated that the servers of a cluster cannot run at the moment. 60 s by default. */
	passesWithinMs?: number;
}

/**
 * Brings the store's tables up to date and resolves to the files it applied. A file counts as applied once
 * all of it ran; after a crash it runs again, so its statements must be repeatable.
 * @throws EnvironmentError when a newer version has changed the tables so that this one cannot use them
 * @throws MigrationLockError when another process does not finish
 */
export const migrateStore = async (
	store: EventStore,
	{ isShared = false, passesWithinMs = PASSES_WITHIN_MS, ...lock }: MigrationOptions = {},
): Promise<string[]> => {
	const before = await schemaState(store);
	await refuseNewer(store, before.unknown);
	if (before.pending.length === 0) {
		await requireTables(store);
		return [];
	}
	const release = isShared ? await acquireMigrationLock(store, lock) : async () => {};
	const change = (statement: string) => untilInStep(() => store.command(statement), passesWithinMs);
	try {
		await change(
			"CREATE TABLE IF NOT EXISTS schema_migrations (name String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY name",
		);
		for (const column of COLUMNS)
			await change(`ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS ${column} String`);
		const { pending, unknown } = await schemaState(store);
		await refuseNewer(store, unknown);
		for (const name of pending) {
			for (const statement of statementsOf(textOf(name))) await change(statement);
			const row = [name, VERSION, runsWith(name)];
			await untilInStep(
				() => store.insert("schema_migrations", ["name", ...COLUMNS], [row]),
				passesWithinMs,
			);
		}
		return pending;
	} finally {
		await release();
	}
};
