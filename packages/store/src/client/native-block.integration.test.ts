import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { amountOfTicks } from "@footfall/shared/money/amount";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BOT_TABLE, EVENT_TABLE } from "../rows/event-rows.ts";
import type { EventStore } from "./client.ts";
import { openEmbedded } from "./embedded-store.ts";
import { insertStatement, rowsText } from "./insert-statement.ts";
import { nativeBlock } from "./native-block.ts";
import { COLUMN_TYPES } from "./table-types.ts";

const LENGTHS = [23, 24, 25, 126, 127, 128, 129, 16_383, 16_384, 70_000];
const texts = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom("", "Chrome", "/articles/1", "{}") },
	{ weight: 2, arbitrary: fc.string() },
	{ weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
	fc.constantFrom(
		"\0",
		"\n",
		"\\N",
		"\\'\"`",
		"'); DROP TABLE events",
		"\u2028é😀",
		"\ufffd",
		"null",
	),
	fc
		.tuple(fc.constantFrom(...LENGTHS), fc.constantFrom("a", "é", "€", "😀"))
		.map(([length, unit]) => unit.repeat(length)),
);
const maps = fc.dictionary(texts, texts, { maxKeys: 4 });
const finite = { noNaN: true, noDefaultInfinity: true };
const cellsOf: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
	String: texts,
	"LowCardinality(String)": texts,
	"Nullable(String)": fc.option(texts),
	UInt8: fc.integer({ min: 0, max: 255 }),
	UInt16: fc.integer({ min: 0, max: 65_535 }),
	UInt32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
	Int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
	Int64: fc.maxSafeInteger(),
	UInt64: fc.oneof(
		fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
		fc.constantFrom("0", "18446744073709551615", "9999999999", "10000000000", "4294967296"),
		fc.maxSafeNat(),
	),
	Float64: fc.double(finite),
	"Decimal(18, 4)": fc
		.bigInt({ min: -(10n ** 16n), max: 10n ** 16n })
		.map((ticks) => amountOfTicks(ticks)),
	"Nullable(Float64)": fc.option(fc.double(finite)),
	"DateTime64(3, 'UTC')": fc.integer({ min: 0, max: Date.UTC(2200, 0) - 1 }),
	"Map(LowCardinality(String), String)": maps,
	"Array(String)": fc.array(texts, { maxLength: 4 }),
	"Array(Int64)": fc.array(fc.maxSafeInteger(), { maxLength: 4 }),
	"Array(Float64)": fc.array(fc.double(finite), { maxLength: 4 }),
};

const types = Object.keys(cellsOf);
const SYNTHETIC = types.map((_type, at) => `c${at}`);

describe("a block in the engine's format", () => {
	const directory = mkdtempSync(join(tmpdir(), "native-"));
	let store: EventStore;

	beforeAll(async () => {
		store = await openStoreOn(directory);
		const columns = SYNTHETIC.map((name, at) => `${name} ${types[at]}`).join(", ");
		await store.command(`CREATE TABLE every_type (${columns}) ENGINE = Memory`);
	});

	afterAll(async () => {
		await store.close();
		rmSync(directory, { recursive: true });
	});

	const typesOf = async (table: string) => {
		const columns = await store.query<{ name: string; type: string }>(COLUMN_TYPES, { table });
		return new Map(columns.map(({ name, type }) => [name, type]));
	};
	const storedIn = (table: string, columns: readonly string[]) =>
		store.query(`SELECT toString(tuple(${columns.join(", ")})) AS row FROM ${table}`);

	it.each([
		{ table: EVENT_TABLE.table, columns: EVENT_TABLE.columns },
		{ table: BOT_TABLE.table, columns: BOT_TABLE.columns },
		{ table: "every_type", columns: SYNTHETIC },
	])("stores the same in $table as its text form", async ({ table, columns }) => {
		const typeOf = await typesOf(table);
		const row = fc.tuple(
			...columns.map((name) => {
				const cells = cellsOf[typeOf.get(name) ?? ""];
				if (cells === undefined) throw new Error(`No cells for ${name}, ${typeOf.get(name)}`);
				return cells;
			}),
		);
		for (const name of ["one", "other"])
			await store.command(
				`CREATE TABLE ${name} ENGINE = Memory EMPTY AS SELECT ${columns.join(", ")} FROM ${table}`,
			);
		await fc.assert(
			fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
				expect(nativeBlock(columns, typeOf, rows)).toBeDefined();
				await store.insert("one", columns, rows);
				await store.command(`${insertStatement("other", columns, undefined)}\n${rowsText(rows)}`);
				const stored = await storedIn("one", columns);
				expect(stored).toHaveLength(rows.length);
				expect(stored).toEqual(await storedIn("other", columns));
				for (const name of ["one", "other"]) await store.command(`TRUNCATE TABLE ${name}`);
			}),
			{ numRuns: 60 },
		);
		for (const name of ["one", "other"]) await store.command(`DROP TABLE ${name}`);
	});

	it.each([200, 256, 257, 65_536, 65_537])("accepts %i texts of a small set", async (many) => {
		await store.command("CREATE TABLE few (text LowCardinality(String), n UInt32) ENGINE = Memory");
		const rows = Array.from({ length: many + 10 }, (_none, n) => [`text ${n % many}`, n]);
		await store.insert("few", ["text", "n"], rows);
		const [counted] = await store.query(
			"SELECT uniqExact(text) AS texts, countIf(text = concat('text ', toString(n % {many:UInt32}))) AS right FROM few",
			{ many },
		);
		await store.command("DROP TABLE few");
		expect(counted).toEqual({ texts: many, right: rows.length });
	});

	it.each([
		["a number given as text", ["UInt32", "7"]],
		["text given as a number", ["String", 7]],
		["a date in words", ["DateTime64(3, 'UTC')", "2026-01-02 03:04:05"]],
		["a missing text", ["String", null]],
		["an unpaired surrogate", ["String", "\ud83d"]],
		["a number of more than 64 bits", ["UInt64", "18446744073709551616"]],
		["a negative number", ["UInt64", -1]],
		["a type that is sent as text", ["Date", "2026-01-02"]],
	])("leaves %s to the text format", (_name, [type = "", cell]) =>
		expect(nativeBlock(["a"], new Map([["a", String(type)]]), [[cell]])).toBeUndefined(),
	);
});

describe("blocks in files", () => {
	it("are removed after the insert, and those of a crash at the next start", async () => {
		const directory = mkdtempSync(join(tmpdir(), "native-"));
		const inserts = join(directory, "inserts");
		mkdirSync(inserts);
		writeFileSync(join(inserts, "insert-7.native"), "left behind");
		const store = openEmbedded({ directory });
		expect(readdirSync(inserts)).toEqual([]);
		await store.command(
			"CREATE TABLE seen (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100",
		);
		await store.insert("seen", ["n"], [[1]], { deduplicationToken: "p0:seen:1-1" });
		// As text, as an older version stored it: the name decides, whatever the format.
		const again = insertStatement("seen", ["n"], "p0:seen:1-1");
		await store.command(`${again}\n${rowsText([[1]])}`);
		await expect(store.insert("none", ["n"], [[1]])).rejects.toThrow("none");
		expect(await store.query("SELECT n FROM seen")).toEqual([{ n: 1 }]);
		expect(readdirSync(inserts)).toEqual([]);
		await store.close();
		rmSync(directory, { recursive: true });
	});
});
