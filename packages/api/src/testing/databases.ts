import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { initialiseDirectory } from "../database/embedded.ts";
import type { DatabaseLocation } from "../database/open.ts";
import { postgresHere } from "./postgres.ts";

/** One engine that the tests run on. */
export interface TestDatabases {
	name: string;
	/** Starts what the engine needs. */
	open(): Promise<{
		/** An empty database. */
		create(): Promise<DatabaseLocation>;
		close(): Promise<void>;
	}>;
}

/** An initialised data directory, made once per machine: making one takes five seconds. */
const template = async (): Promise<string> => {
	const path = join(tmpdir(), "footfall-pglite-template");
	if (existsSync(path)) return path;
	const draft = `${path}-${randomUUID()}`;
	await initialiseDirectory(draft);
	try {
		renameSync(draft, path);
	} catch (error) {
		// Another test file was faster.
		rmSync(draft, { recursive: true, force: true });
		if (!existsSync(path)) throw error;
	}
	return path;
};

const embedded: TestDatabases = {
	name: "PGlite",
	open: async () => {
		const source = await template();
		const directories: string[] = [];
		return {
			create: async () => {
				const directory = mkdtempSync(join(tmpdir(), "footfall-api-"));
				directories.push(directory);
				cpSync(source, join(directory, "data"), { recursive: true });
				return { directory };
			},
			close: async () => {
				for (const directory of directories) rmSync(directory, { recursive: true, force: true });
			},
		};
	},
};

const server = postgresHere();

/** Every engine that is there on this machine. */
export const testDatabases: readonly TestDatabases[] = [
	embedded,
	...(server
		? [
				{
					name: "PostgreSQL",
					open: async () => {
						const { createDatabase, close } = await server.start();
						return { create: createDatabase, close };
					},
				},
			]
		: []),
];
