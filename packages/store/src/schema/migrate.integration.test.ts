import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { VERSION } from "@footfall/shared/version";
import { startClickHouseShim } from "@footfall/testing/store/clickhouse-shim";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EventStore, openStore } from "../client/client.ts";
import { migrateStore } from "./migrate.ts";
import { acquireMigrationLock, MigrationLockError } from "./migration-lock.ts";

const FILES = readdirSync(new URL(".", import.meta.url))
	.filter((name) => name.endsWith(".sql"))
	.sort();

let directory: string;
let server: Awaited<ReturnType<typeof startClickHouseShim>>;
let stores: EventStore[];
beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "migrate-"));
	server = await startClickHouseShim(directory);
	stores = [1, 2, 3].map(() => openStore({ url: server.url }));
});
afterEach(async () => {
	await Promise.all(stores.map((store) => store.close()));
	await server.close();
	rmSync(directory, { recursive: true });
});

const tablesLeft = async (store: EventStore) =>
	store.query("SELECT name FROM system.tables WHERE startsWith(name, 'migration_lock')");

describe("a server's tables", () => {
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
