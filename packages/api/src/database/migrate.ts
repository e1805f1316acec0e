import { EnvironmentError } from "@footfall/shared/environment";
import { isAtLeast, VERSION } from "@footfall/shared/version";
import { sql } from "kysely";
import { migrations } from "./migrations/migrations.ts";
import type { Database } from "./schema.ts";

/** An arbitrary number, the same in every process that migrates this database. */
const LOCK = 7_366_721;
/** Maximum wait for another process's migration. */
const LOCK_TIMEOUT = "5min";
/** PostgreSQL's code for a lock timeout. */
const LOCK_NOT_AVAILABLE = "55P03";

const takeLock = async (transaction: Database): Promise<void> => {
	try {
		await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
		await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
	} catch (error) {
		if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
		throw new Error(
			`Another process has been changing the database's tables for more than ${LOCK_TIMEOUT}; wait for it to end, or stop it`,
			{ cause: error },
		);
	}
	await sql`SET LOCAL lock_timeout = 0`.execute(transaction);
};

/**
 * Applies all missing migrations, or none. Processes that start together wait for the first.
 * @throws EnvironmentError when a newer version changed the schema so that this one cannot use it: a restart would not
 * help
 */
export const migrateDatabase = (database: Database): Promise<void> =>
	database.transaction().execute(async (transaction) => {
		await takeLock(transaction);
		await sql`CREATE TABLE IF NOT EXISTS "schema_migration" (
			"name" text PRIMARY KEY,
			"appliedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
		)`.execute(transaction);
		// Databases of earlier versions lack these columns.
		await sql`ALTER TABLE "schema_migration" ADD COLUMN IF NOT EXISTS "version" text,
			ADD COLUMN IF NOT EXISTS "runsWith" text`.execute(transaction);
		const applied = await transaction
			.selectFrom("schema_migration")
			.select(["name", "version", "runsWith"])
			.orderBy("name", "desc")
			.execute();
		const known = new Set(migrations.map(({ name }) => name));
		const newest = applied.find(
			({ name, runsWith }) =>
				!known.has(name) && (runsWith === null || !isAtLeast(VERSION, runsWith)),
		);
		if (newest)
			throw new EnvironmentError(
				`The accounts database has the migration ${newest.name} of ${newest.version === null ? "a newer version" : `version ${newest.version}`}, but this is version ${VERSION}, whose latest migration is ${migrations.at(-1)?.name}: run the newer version, or restore a backup made before the upgrade.`,
			);
		const done = new Set(applied.map(({ name }) => name));
		for (const migration of migrations.filter(({ name }) => !done.has(name))) {
			await sql.raw(migration.sql).execute(transaction);
			await transaction
				.insertInto("schema_migration")
				.values({ name: migration.name, version: VERSION, runsWith: migration.runsWith ?? null })
				.execute();
		}
	});
