import { readdirSync } from "node:fs";
import { EnvironmentError } from "@footfall/shared/environment";
import { VERSION } from "@footfall/shared/version";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { startClickHouseProxy } from "@footfall/testing/store/clickhouse-proxy";
import {
	type ClickHouseServer,
	missingClickHouse,
	startClickHouse,
} from "@footfall/testing/store/clickhouse-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type EventStore, openStore } from "../client/client.ts";
import { migrateStore } from "./migrate.ts";
import { acquireMigrationLock, MigrationLockError } from "./migration-lock.ts";
import { explainServerFault } from "./open-server.ts";

const FILES = readdirSync(new URL(".", import.meta.url))
	.filter((name) => name.endsWith(".sql"))
	.sort();

const tablesLeft = async (store: EventStore) =>
	store.query(
		"SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'migration_lock')",
	);

describeWithEngine("a server's tables", missingClickHouse(), () => {
	let server: ClickHouseServer;
	let stores: EventStore[];
	beforeAll(async () => {
		server = await startClickHouse();
	});
	beforeEach(async () => {
		const url = await server.createDatabase();
		stores = [1, 2, 3].map(() => openStore({ url }));
	});
	afterEach(async () => {
		await Promise.all(stores.map((store) => store.close()));
	});
	afterAll(() => server?.close());

	it("are migrated by one of several processes that start together", async () => {
		const applied = await Promise.all(
			stores.map((store) => migrateStore(store, { isShared: true, leaseMs: 600 })),
		);
		expect(applied.sort((one, other) => other.length - one.length)).toEqual([FILES, [], []]);
		const [store] = stores as [EventStore];
		expect(await store.query("SELECT name FROM schema_migrations ORDER BY name")).toEqual(
			FILES.map((name) => ({ name })),
		);
		expect(await tablesLeft(store)).toEqual([]);
	});

	it("are migrated by the next process when one died during it", async () => {
		const [store] = stores as [EventStore];
		await store.command(
			"CREATE TABLE migration_lock_3 (nothing UInt8) ENGINE = Memory COMMENT 'of the dead/17'",
		);
		expect(await migrateStore(store, { isShared: true, leaseMs: 100 })).toEqual(FILES);
		expect(await tablesLeft(store)).toEqual([]);
	});

	it("are not waited for indefinitely", async () => {
		const [one, other] = stores as [EventStore, EventStore];
		const release = await acquireMigrationLock(one, { leaseMs: 1000 });
		await expect(
			migrateStore(other, { isShared: true, leaseMs: 60_000, maxWaitMs: 0 }),
		).rejects.toThrow(MigrationLockError);
		await release();
		expect(await tablesLeft(one)).toEqual([]);
	});

	it.each([
		[517, "Metadata on replica is not up to date with common metadata in Zookeeper"],
		[999, "Coordination::Exception: Connection loss"],
	])("are migrated although their servers answer %d for a while", async (code, text) => {
		const failure = { code, text, of: /^(ALTER|INSERT INTO schema_migrations)/, times: 3 };
		const proxy = await startClickHouseProxy(await server.createDatabase(), { failure });
		const store = openStore({ url: proxy.url });
		expect(await migrateStore(store)).toEqual(FILES);
		await store.close();
		await proxy.close();
	});

	it("are left alone with a sentence when their servers answer 517 for too long", async () => {
		const text =
			"There was an error on [replica-2:9000]: Metadata is not up to date, Stack trace (…)";
		const failure = { code: 517, text, of: /^ALTER/ };
		const proxy = await startClickHouseProxy(await server.createDatabase(), { failure });
		const store = openStore({ url: proxy.url });
		const refused = await migrateStore(store, { passesWithinMs: 500 }).catch(explainServerFault);
		expect(refused).toMatchObject({
			name: "UnreachableError",
			message:
				"CLICKHOUSE_URL: a replica has not applied the previous change of a table yet; run this again when all replicas are up and have caught up (There was an error on [replica-2:9000]: Metadata is not up to date).",
		});
		expect(proxy.statements().filter(({ sql }) => sql.startsWith("ALTER")).length).toBeGreaterThan(
			1,
		);
		await store.close();
		await proxy.close();
	});

	it("get the columns of an app's fields while an older version still writes, and keep their rows", async () => {
		const [store] = stores as [EventStore];
		await migrateStore(store, { isShared: true });
		const added = "0015-app-fields.sql";
		const writeAsBefore = (id: string) =>
			store.insert("events", ["site_id", "event_id", "timestamp"], [[1, id, 1_767_225_600_000]]);
		for (const column of ["device_model", "app_version"])
			await store.command(`ALTER TABLE events DROP COLUMN ${column}`);
		await store.command(
			`ALTER TABLE schema_migrations DELETE WHERE name = '${added}' SETTINGS mutations_sync = 1`,
		);
		await writeAsBefore("before");
		// A crash between its statements makes the file run again.
		await store.command("ALTER TABLE events ADD COLUMN device_model LowCardinality(String)");
		expect(await migrateStore(store, { isShared: true })).toEqual([added]);
		await writeAsBefore("behind");
		expect(
			await store.query("SELECT event_id, device_model, app_version FROM events ORDER BY event_id"),
		).toEqual(
			["before", "behind"].map((event_id) => ({ event_id, device_model: "", app_version: "" })),
		);
	});

	it("are not recreated empty when one is missing", async () => {
		const [store] = stores as [EventStore];
		await migrateStore(store, { isShared: true });
		await store.command("DROP TABLE traits SYNC");
		await expect(migrateStore(store, { isShared: true })).rejects.toThrow(
			"The event store is damaged: its tables traits are missing. Restore a backup; or empty the table schema_migrations, so that the next start creates them again, without their rows.",
		);
	});

	it("are left unchanged when a newer version has migrated them", async () => {
		const [store] = stores as [EventStore];
		await migrateStore(store, { isShared: true });
		await store.insert("schema_migrations", ["name", "version"], [["9999-future.sql", "99.1.0"]]);
		const refused = migrateStore(store, { isShared: true });
		await expect(refused).rejects.toThrow(EnvironmentError);
		await expect(refused).rejects.toThrow(
			/^The event store has the schema 9999-future\.sql of version 99\.1\.0, but this is version [\d.]+, whose schema is [\w-]+\.sql: run the newer version, or restore a backup made before the upgrade\.$/,
		);
	});

	it("are used when a newer version has declared that this one can", async () => {
		const [store] = stores as [EventStore];
		await migrateStore(store, { isShared: true });
		const columns = ["name", "version", "runs_with"];
		await store.insert("schema_migrations", columns, [["9998-more.sql", "99.1.0", VERSION]]);
		expect(await migrateStore(store, { isShared: true })).toEqual([]);
		await store.insert("schema_migrations", columns, [["9999-less.sql", "99.2.0", "99.1.0"]]);
		await expect(migrateStore(store, { isShared: true })).rejects.toThrow(/9999-less\.sql/);
	});
});
