import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteNumber } from "@footfall/shared/ids";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingClickHouse, startClickHouse } from "@footfall/testing/store/clickhouse-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EventStore, openStore } from "./client/client.ts";
import { createPool } from "./client/pool.ts";
import type { QueryOptions, QueryPriority } from "./client/query-options.ts";
import { isDataFault, isOverLimit, StoreBusyError, StoreError } from "./client/store-error.ts";
import { deleteSiteRows } from "./maintenance/delete-site.ts";
import { migrateStore, statementsOf } from "./schema/migrate.ts";

const embedded = async (directory: string) => {
	const store = openStore({ directory });
	return { store, close: () => store.close() };
};

const overHttp = async () => {
	const server = await startClickHouse();
	const store = openStore({ url: await server.createDatabase() });
	return {
		store,
		close: async () => {
			await store.close();
			await server.close();
		},
	};
};

const testsOf =
	(open: (directory: string) => Promise<{ store: EventStore; close(): Promise<void> }>) => () => {
		const directory = mkdtempSync(join(tmpdir(), "store-"));
		let opened: { store: EventStore; close(): Promise<void> };
		let store: EventStore;

		beforeAll(async () => {
			opened = await open(directory);
			store = opened.store;
			await store.command(
				"CREATE TABLE numbers_seen (n UInt64, text String) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100",
			);
		});

		afterAll(async () => {
			await opened.close();
			rmSync(directory, { recursive: true });
		});

		const seen = () =>
			store.query<{ n: number; text: string }>("SELECT n, text FROM numbers_seen ORDER BY n, text");

		it("returns counts as numbers and no rows as an empty list", async () => {
			expect(await store.query("SELECT count() AS count FROM system.one")).toEqual([{ count: 1 }]);
			expect(await store.query("SELECT 1 WHERE 0")).toEqual([]);
		});

		it.each([
			"plain",
			"",
			"it's",
			"back\\slash\\n",
			"tab\tline\nreturn\r",
			"'; DROP TABLE numbers_seen; --",
			"{text:String}",
			"ünïcödé 🦶\u2028",
			"\\N",
			"\b\f",
		])("returns the bound text %j unchanged", async (text) => {
			expect(
				await store.query("SELECT {text:String} AS one, {list:Array(String)} AS many", {
					text,
					list: [text, "other"],
				}),
			).toEqual([{ one: text, many: [text, "other"] }]);
		});

		it("binds numbers, lists of numbers, booleans and null", async () => {
			expect(
				await store.query(
					"SELECT {a:UInt8} AS a, {b:Array(UInt32)} AS b, {c:Bool} AS c, {d:Nullable(String)} AS d, toString({e:UInt64}) AS e",
					{ a: 7, b: [1, 2], c: true, d: null, e: 18446744073709551615n },
				),
			).toEqual([{ a: 7, b: [1, 2], c: true, d: null, e: "18446744073709551615" }]);
		});

		it("keeps the partial answer of a failed query out of the next one", async () => {
			const failing = "SELECT throwIf(number = 200000) AS row FROM numbers(300000)";
			for (const priority of ["prompt", "heavy"] as const)
				for (let turn = 0; turn < 8; turn += 1) {
					await expect(store.query(failing, {}, { priority })).rejects.toThrow(StoreError);
					expect(await store.query("SELECT 'next' AS row", {}, { priority })).toEqual([
						{ row: "next" },
					]);
				}
		});

		it("answers prompt queries before heavy ones that arrived earlier", async () => {
			const answered: string[] = [];
			const asked = (name: string, sql: string, priority: QueryPriority) =>
				store.query(sql, {}, { priority }).then(() => answered.push(name));
			const heavy = Array.from({ length: 20 }, () => asked("heavy", "SELECT sleep(0.1)", "heavy"));
			await Promise.all([...heavy, asked("prompt", "SELECT 1", "prompt")]);
			expect(answered.filter((name) => name === "heavy")).toHaveLength(20);
			expect(answered.at(-1)).toBe("heavy");
		});

		it("answers equal queries once until it starts, and again for later ones", async () => {
			const ask = (options: QueryOptions) =>
				store.query<{ id: string }>(
					"SELECT generateUUIDv4() AS id WHERE {site:UInt64} = 1",
					{ site: 1n },
					options,
				);
			const coalesced = { priority: "heavy", coalesce: true } as const;
			const [one, other, prompt, alone] = await Promise.all([
				ask(coalesced),
				ask(coalesced),
				ask({ coalesce: true }),
				ask({ priority: "heavy" }),
			]);
			expect(other).toEqual(one);
			const later = await ask(coalesced);
			const ids = [one, prompt, alone, later].map((rows) => rows?.[0]?.id);
			expect(new Set(ids).size).toBe(4);
		});

		it("stores rows once per deduplication token", async () => {
			const rows = [
				[1, "a"],
				[2, 'line\n"quoted"\0'],
			];
			await store.insert("numbers_seen", ["n", "text"], rows, { deduplicationToken: "a/0:1-2" });
			await store.insert("numbers_seen", ["n", "text"], rows, { deduplicationToken: "a/0:1-2" });
			await store.insert("numbers_seen", ["n", "text"], []);
			expect(await seen()).toEqual([
				{ n: 1, text: "a" },
				{ n: 2, text: 'line\n"quoted"\0' },
			]);
		});

		it("rejects rows that do not fit as a fault of the data", async () => {
			const refusal = await store
				.insert("numbers_seen", ["n", "text"], [["not a number", "secret"]])
				.catch((error: unknown) => error);
			expect(refusal).toBeInstanceOf(StoreError);
			expect(isDataFault(refusal)).toBe(true);
			expect(String(refusal)).not.toContain("secret");
		});

		it("reports which limit a query exceeded", async () => {
			const refusal = await store
				.query(
					"SELECT sum(cityHash64(number)) FROM numbers(100000000000) SETTINGS max_execution_time = 0.2",
				)
				.catch((error: unknown) => error);
			expect(isOverLimit(refusal)).toBe(true);
			expect(isDataFault(refusal)).toBe(false);
		});

		it("isolates settings and parameters of one query from the next", async () => {
			await store.query("SELECT 1 SETTINGS max_execution_time = 1234");
			const settings = await Promise.all(
				Array.from({ length: 8 }, () =>
					store.query("SELECT getSetting('max_execution_time') AS seconds"),
				),
			);
			expect(settings.flat()).toEqual(Array(8).fill({ seconds: 0 }));
		});

		it("answers several queries concurrently", async () => {
			const asked = [1, 2, 3].map(async (n) => {
				const [row] = await store.query<{ began: number; n: number }>(
					"SELECT toUnixTimestamp64Milli(now64(3)) AS began, {n:UInt8} AS n, sleep(0.5)",
					{ n },
				);
				return { n: row?.n, began: row?.began ?? Number.NaN, answered: Date.now() };
			});
			const taken = await Promise.all(asked);
			expect(taken.map(({ n }) => n)).toEqual([1, 2, 3]);
			const firstAnswer = Math.min(...taken.map(({ answered }) => answered));
			expect(taken.filter(({ began }) => began < firstAnswer).length).toBeGreaterThan(1);
		});

		const files = readdirSync(new URL("schema", import.meta.url))
			.filter((name) => name.endsWith(".sql"))
			.sort();
		it("is migrated once, and again after a crash in the middle", async () => {
			expect(await migrateStore(store)).toEqual(files);
			expect(await migrateStore(store)).toEqual([]);
			await store.command("TRUNCATE TABLE schema_migrations");
			await store.command("DROP TABLE bots");
			expect(await migrateStore(store)).toEqual(files);
			expect(await store.query("SELECT count() AS count FROM bots")).toEqual([{ count: 0 }]);
		});

		it("deletes one site's events and bots and no other's", async () => {
			await migrateStore(store);
			const timestamp = new Date().toISOString().slice(0, 23).replace("T", " ");
			const rows = [1, 2, 2].map((site) => [site, timestamp]);
			for (const table of ["events", "bots"])
				await store.insert(table, ["site_id", "timestamp"], rows);
			await deleteSiteRows(store, 2 as SiteNumber);
			for (const table of ["events", "bots"])
				expect(await store.query(`SELECT site_id, timestamp FROM ${table}`)).toEqual([
					{ site_id: 1, timestamp },
				]);
		});
	};

describe("the event store on chDB in this process", testsOf(embedded));
describeWithEngine(
	"the event store on a ClickHouse server",
	missingClickHouse(),
	testsOf(overHttp),
);

describe("the embedded event store", () => {
	it("rejects a second opener and names the process that has it", async () => {
		const directory = mkdtempSync(join(tmpdir(), "store-"));
		const store = openStore({ directory });
		expect(() => openStore({ directory })).toThrow(`Process ${process.pid} already uses`);
		await store.close();
		const again = openStore({ directory });
		expect(await again.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
		await again.close();
		rmSync(directory, { recursive: true });
	});
});

describe("the pool", () => {
	it("lends each connection to one task at a time, in order of request", async () => {
		const pool = createPool(["one"], { maxWaiting: 10 });
		const order: string[] = [];
		const task = (name: string) => async () => {
			order.push(`${name} starts`);
			await Promise.resolve();
			order.push(`${name} ends`);
		};
		await Promise.all([pool.run(task("a")), pool.run(task("b")), pool.run(task("c"))]);
		expect(order).toEqual(["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]);
	});

	it("rejects tasks when the queue is full, and accepts them again afterwards", async () => {
		const pool = createPool(["one"], { maxWaiting: 1 });
		let finish: () => void = () => undefined;
		const first = pool.run(() => new Promise<void>((resolve) => (finish = resolve)));
		const second = pool.run(async () => "second");
		await expect(pool.run(async () => "third")).rejects.toThrow(StoreBusyError);
		finish();
		await first;
		expect(await second).toBe("second");
		expect(await pool.run(async () => "fourth")).toBe("fourth");
	});
});

describe("a schema file", () => {
	it("is taken apart at the semicolons that end lines, without its comments", () =>
		expect(
			statementsOf(
				"-- why; not\nCREATE TABLE a (b String DEFAULT ';')\nENGINE = Memory;\n\nSELECT 1;\n",
			),
		).toEqual(["CREATE TABLE a (b String DEFAULT ';')\nENGINE = Memory", "SELECT 1"]));
});
