import { readdirSync, readFileSync } from "node:fs";
import type { EventStore } from "./client.ts";

/** The same place whether this runs from src or from dist. */
const SCHEMA = new URL("../src/schema/", import.meta.url);

/** Statements of a file, in order: the engine takes one at a time. */
export const statementsOf = (text: string): string[] =>
	text
		.replaceAll(/^\s*--.*$/gm, "")
		.split(/;\s*$/m)
		.map((statement) => statement.trim())
		.filter((statement) => statement !== "");

const files = (): string[] =>
	readdirSync(SCHEMA)
		.filter((name) => name.endsWith(".sql"))
		.sort();

const appliedTo = async (store: Pick<EventStore, "query">): Promise<Set<string>> => {
	const rows = await store.query<{ name: string }>("SELECT name FROM schema_migrations");
	return new Set(rows.map(({ name }) => name));
};

/** How a store's tables compare with this program's, without changing anything. */
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

/**
 * Brings the store's tables up to date and resolves to the files it applied. A file counts as applied once
 * all of it ran; a crash in the middle runs it again, so its statements must bear being repeated.
 */
export const migrate = async (store: EventStore): Promise<string[]> => {
	await store.command(
		"CREATE TABLE IF NOT EXISTS schema_migrations (name String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY name",
	);
	const applied = await appliedTo(store);
	const pending = files().filter((name) => !applied.has(name));
	for (const name of pending) {
		for (const statement of statementsOf(readFileSync(new URL(name, SCHEMA), "utf8")))
			await store.command(statement);
		await store.insert("schema_migrations", ["name"], [[name]]);
	}
	return pending;
};
