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

/**
 * Brings the store's tables up to date and resolves to the files it applied. A file counts as applied once
 * all of it ran; a crash in the middle runs it again, so its statements must bear being repeated.
 */
export const migrate = async (store: EventStore): Promise<string[]> => {
	await store.command(
		"CREATE TABLE IF NOT EXISTS schema_migrations (name String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY name",
	);
	const rows = await store.query<{ name: string }>("SELECT name FROM schema_migrations");
	const applied = new Set(rows.map(({ name }) => name));
	const pending = readdirSync(SCHEMA)
		.filter((name) => name.endsWith(".sql") && !applied.has(name))
		.sort();
	for (const name of pending) {
		for (const statement of statementsOf(readFileSync(new URL(name, SCHEMA), "utf8")))
			await store.command(statement);
		await store.insert("schema_migrations", ["name"], [[name]]);
	}
	return pending;
};
