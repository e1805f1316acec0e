import { sql } from "kysely";
import { migrations } from "./migrations/migrations.ts";
import type { Database } from "./schema.ts";

/** Any number will do, as long as every process that migrates this database uses the same. */
const LOCK = 7_366_721;

/**
 * Brings the schema forward, all of it or nothing. Processes that start together wait for the first.
 * @throws Error when the database was migrated by a newer version than this one
 */
export const migrate = (database: Database): Promise<void> =>
	database.transaction().execute(async (transaction) => {
		await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
		await sql`CREATE TABLE IF NOT EXISTS "schema_migration" (
			"name" text PRIMARY KEY,
			"appliedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
		)`.execute(transaction);
		const applied = await transaction.selectFrom("schema_migration").select("name").execute();
		const known = new Set(migrations.map(({ name }) => name));
		const unknown = applied.find(({ name }) => !known.has(name));
		if (unknown)
			throw new Error(
				`The database has the change "${unknown.name}" of a newer version. Run that version, or restore a backup made before it.`,
			);
		const done = new Set(applied.map(({ name }) => name));
		for (const migration of migrations.filter(({ name }) => !done.has(name))) {
			await sql.raw(migration.sql).execute(transaction);
			await transaction.insertInto("schema_migration").values({ name: migration.name }).execute();
		}
	});
