import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseLocation } from "@footfall/api";
import { describeWithEngine, type MissingEngine } from "../require-engine.ts";
import { copyEmptyAccounts } from "./empty-accounts.ts";
import { postgresHere } from "./postgres.ts";

/** A database engine that the tests run on. */
export interface TestDatabases {
	name: string;
	/** Starts what the engine needs. */
	open(): Promise<{
		/** A database without rows; its tables may already exist. */
		create(): Promise<DatabaseLocation>;
		close(): Promise<void>;
	}>;
}

/** The embedded engine, which is always available. */
export const embeddedDatabase: TestDatabases = {
	name: "PGlite",
	open: async () => {
		const directories: string[] = [];
		return {
			create: async () => {
				const directory = mkdtempSync(join(tmpdir(), "footfall-api-"));
				directories.push(directory);
				await copyEmptyAccounts(directory);
				return { directory };
			},
			close: async () => {
				for (const directory of directories) rmSync(directory, { recursive: true, force: true });
			},
		};
	},
};

const server = postgresHere();

const openServer = async () => {
	const { createDatabase, close } = await (server ?? unavailable()).start();
	return { create: createDatabase, close };
};

const unavailable = (): never => {
	throw new Error("There is no PostgreSQL here");
};

/** Why PostgreSQL is unavailable for tests on this machine, if so. */
export const missingPostgres = (): MissingEngine =>
	server ? undefined : { name: "postgres", reason: "no PostgreSQL (apt-get install postgresql)" };

/** Every engine available on this machine. */
export const testDatabases: readonly TestDatabases[] = [
	embeddedDatabase,
	...(server ? [{ name: "PostgreSQL", open: openServer }] : []),
];

/**
 * Tests for which an embedded database is not enough.
 * @param missing a further engine that they need
 */
export const describeOnPostgres = (
	title: string,
	tests: (open: TestDatabases["open"]) => void,
	missing?: MissingEngine,
): void => describeWithEngine(title, missingPostgres() ?? missing, () => tests(openServer));
