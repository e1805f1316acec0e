import { sql } from "kysely";
import { migrations } from "./migrations/migrations.ts";
import { type DatabaseLocation, openAsIs } from "./open.ts";
import { explainDatabaseFault } from "./server-fault.ts";

/** Compares a database's schema with this program's, without changing anything. */
export const migrationState = async (location: DatabaseLocation) => {
	const { database, close } = await openAsIs(location, () => {});
	try {
		const { rows } = await sql<{ found: string | null }>`
			SELECT to_regclass('schema_migration')::text AS "found"`.execute(database);
		const applied = rows[0]?.found
			? await database.selectFrom("schema_migration").select("name").execute()
			: [];
		const done = new Set(applied.map(({ name }) => name));
		const known = new Set(migrations.map(({ name }) => name));
		return {
			/** Migrations that the next start would apply. */
			pending: migrations.map(({ name }) => name).filter((name) => !done.has(name)),
			/** Migrations of a newer version, which prevent this version from starting. */
			unknown: [...done].filter((name) => !known.has(name)),
		};
	} catch (error) {
		throw "url" in location ? explainDatabaseFault(error) : error;
	} finally {
		await close();
	}
};
