import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { VERSION } from "@footfall/shared/version";
import { describeOnPostgres, testDatabases } from "@footfall/testing/api/databases";
import { copyEmptyAccounts } from "@footfall/testing/api/empty-accounts";
import { getMigrations } from "better-auth/db/migration";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createMailer } from "../accounts/mail.ts";
import { createAuth } from "../sign-in/auth.ts";
import { migrations } from "./migrations/migrations.ts";
import { openDatabase } from "./open.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const ignore = () => {};

describe.each(testDatabases)("the database on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	it("keeps its rows when it is reopened", async () => {
		const location = await engine.create();
		const first = await openDatabase(location, ignore);
		await first.database.insertInto("instance").values({ name: "a", value: "b" }).execute();
		await first.close();
		const second = await openDatabase(location, ignore);
		expect(await second.database.selectFrom("instance").selectAll().execute()).toEqual([
			{ name: "a", value: "b" },
		]);
		await second.close();
	});

	it("has every column that the auth library needs", async () => {
		const { database, close } = await openDatabase(await engine.create(), ignore);
		const { options } = createAuth({
			database,
			secret: "a secret of the tests, long enough to sign",
			baseUrl: "http://localhost",
			mailer: createMailer(undefined, silent),
			logger: silent,
		});
		const { toBeAdded, toBeCreated } = await getMigrations(options);
		expect({ toBeAdded, toBeCreated }).toEqual({ toBeAdded: [], toBeCreated: [] });
		await close();
	});

	it("refuses a schema that is newer than the program", async () => {
		const location = await engine.create();
		const { database, close } = await openDatabase(location, ignore);
		await database
			.insertInto("schema_migration")
			.values({ name: "9999-future", version: "99.1.0" })
			.execute();
		await close();
		const refused = openDatabase(location, ignore);
		await expect(refused).rejects.toThrow(EnvironmentError);
		await expect(refused).rejects.toThrow(
			`The accounts database has the migration 9999-future of version 99.1.0, but this is version ${VERSION}, whose latest migration is ${migrations.at(-1)?.name}: run the newer version, or restore a backup made before the upgrade.`,
		);
	});

	it("opens a newer schema that declares this program compatible", async () => {
		const location = await engine.create();
		const first = await openDatabase(location, ignore);
		await first.database
			.insertInto("schema_migration")
			.values({ name: "9999-more", version: "99.1.0", runsWith: VERSION })
			.execute();
		await first.close();
		const again = await openDatabase(location, ignore);
		await again.close();
	});

	it("returns numbers, dates and JSON as native types", async () => {
		const { database, close } = await openDatabase(await engine.create(), ignore);
		const { rows } = await sql`
			SELECT 1::integer AS "int", '2026-11-20T10:15:00.123Z'::timestamptz AS "at", '{"a":1}'::jsonb AS "json"
		`.execute(database);
		expect(rows).toEqual([{ int: 1, at: new Date("2026-11-20T10:15:00.123Z"), json: { a: 1 } }]);
		await close();
	});
});

describe("a database in a directory", () => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-database-"));
	afterAll(() => rmSync(directory, { recursive: true, force: true }));

	it("is created if absent, and is for one process only", async () => {
		const location = { directory: join(directory, "new", "accounts") };
		const first = await openDatabase(location, ignore);
		await expect(openDatabase(location, ignore)).rejects.toThrow(
			`Process ${process.pid} already uses the database in ${location.directory}. Stop it first`,
		);
		await first.close();
		expect(existsSync(join(location.directory, "lock"))).toBe(false);
		await (await openDatabase(location, ignore)).close();
	});

	it("is recreated when its first creation was interrupted", async () => {
		const location = { directory: join(directory, "interrupted") };
		mkdirSync(join(location.directory, "data.new", "base"), { recursive: true });
		const { database, close } = await openDatabase(location, ignore);
		expect(await database.selectFrom("user").selectAll().execute()).toEqual([]);
		await close();
		expect(readdirSync(location.directory)).toEqual(["data"]);
	});

	it("plans each read once, also with a write in between", async () => {
		const location = { directory: join(directory, "planned") };
		await copyEmptyAccounts(location.directory);
		const { database, close } = await openDatabase(location, ignore);
		const readAll = () => database.selectFrom("instance").selectAll().orderBy("name").execute();
		const write = (name: string) =>
			database.insertInto("instance").values({ name, value: "b" }).execute();
		await write("a");
		expect(await readAll()).toEqual([{ name: "a", value: "b" }]);
		await write("c");
		expect(await readAll()).toHaveLength(2);
		const { rows } = await sql<{ calls: string }>`
			SELECT generic_plans + custom_plans AS "calls" FROM pg_prepared_statements
			WHERE statement LIKE 'select * from "instance"%'`.execute(database);
		expect(rows).toEqual([{ calls: "2" }]);
		await close();
	});

	it("syncs its commits to disk", async () => {
		const syncs = vi.spyOn(fs, "fsyncSync");
		syncBuiltinESMExports();
		const location = { directory: join(directory, "synced") };
		await copyEmptyAccounts(location.directory);
		const { database, close } = await openDatabase(location, ignore);
		const { rows } = await sql`
			SELECT name, setting FROM pg_settings
			WHERE name IN ('fsync', 'synchronous_commit', 'wal_sync_method') ORDER BY name
		`.execute(database);
		expect(rows).toEqual([
			{ name: "fsync", setting: "on" },
			{ name: "synchronous_commit", setting: "on" },
			{ name: "wal_sync_method", setting: "fsync" },
		]);
		syncs.mockClear();
		await database.insertInto("instance").values({ name: "a", value: "b" }).execute();
		expect(syncs).toHaveBeenCalled();
		await close();
		vi.restoreAllMocks();
		syncBuiltinESMExports();
	});
});

describeOnPostgres("a connection to PostgreSQL that breaks", (open) => {
	it("is reported and replaced, also in the middle of a transaction", async () => {
		const engine = await open();
		const location = await engine.create();
		const reported: string[] = [];
		const { database, close } = await openDatabase(location, ({ message }) =>
			reported.push(message),
		);
		const other = await openDatabase(location, ignore);
		const changing = database.transaction().execute(async (transaction) => {
			const backend = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(
				transaction,
			);
			const { pid } = backend.rows[0] ?? {};
			await sql`SELECT pg_terminate_backend(${pid})`.execute(other.database);
			await expect.poll(() => reported.length).toBeGreaterThan(0);
			await sql`SELECT 1`.execute(transaction);
		});
		await expect(changing).rejects.toThrow();
		const { rows } = await sql`SELECT 1 AS one`.execute(database);
		expect(rows).toEqual([{ one: 1 }]);
		await close();
		await other.close();
		await engine.close();
	});
});
