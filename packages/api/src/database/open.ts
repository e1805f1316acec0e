import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { joinTransactions } from "./atomically.ts";
import { openEmbedded } from "./embedded.ts";
import { migrateDatabase } from "./migrate.ts";
import type { Database, Schema } from "./schema.ts";
import { explainDatabaseFault } from "./server-fault.ts";

/** A directory for the embedded database, or the URL of a PostgreSQL server (`postgres://…`, also with a socket directory). */
export type DatabaseLocation = { directory: string } | { url: string };

export interface OpenDatabase {
	database: Database;
	close(): Promise<void>;
}

const openServer = (url: string, report: (error: Error) => void) => {
	try {
		// Reads the certificate files named in the URL.
		const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
		// The pool replaces a broken connection. Without listeners the error would end the process: the pool listens to idle
		// ones alone, and reports them again as its own.
		pool.on("connect", (client) => client.on("error", report));
		pool.on("error", () => undefined);
		return { pool, close: () => pool.end() };
	} catch (error) {
		throw explainDatabaseFault(error);
	}
};

/** Opens the database without migrating it. */
export const openAsIs = async (
	location: DatabaseLocation,
	report: (error: Error) => void,
): Promise<OpenDatabase> => {
	const { pool, close } =
		"directory" in location
			? await openEmbedded(location.directory)
			: openServer(location.url, report);
	return {
		database: new Kysely<Schema>({
			dialect: new PostgresDialect({ pool: joinTransactions(pool) }),
		}),
		close,
	};
};

/**
 * Opens the accounts and sites, and migrates the schema.
 * @throws EnvironmentError for a server that cannot be used as configured
 * @param report called for a server connection that broke
 */
export const openDatabase = async (
	location: DatabaseLocation,
	report: (error: Error) => void,
): Promise<OpenDatabase> => {
	const opened = await openAsIs(location, report);
	try {
		await migrateDatabase(opened.database);
	} catch (error) {
		await opened.close();
		throw "url" in location ? explainDatabaseFault(error) : error;
	}
	return opened;
};
