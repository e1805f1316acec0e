import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { readRows } from "./read-rows.ts";

const directory = mkdtempSync(join(tmpdir(), "footfall-rows-"));
afterAll(() => rmSync(directory, { recursive: true }));

const rowsOf = async (name: string, content: Buffer) => {
	const path = join(directory, name);
	writeFileSync(path, content);
	const rows: unknown[] = [];
	for await (const chunk of readRows(path)) rows.push(...chunk.rows);
	return rows;
};

const ROWS = [{ "Größe, Titel": "a;b", Zeit: "2026" }];
const CSV = '"Größe, Titel",Zeit\n"a;b",2026\n';
const SEMICOLONS = '"Größe, Titel";Zeit\n"a;b";2026\n';
const TABS = '"Größe, Titel"\tZeit\na;b\t2026\n';
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

describe("the rows of a CSV file", () => {
	it.each([
		["commas", Buffer.from(CSV)],
		["semicolons", Buffer.from(SEMICOLONS)],
		["tabs", Buffer.from(TABS)],
		["a separator in its first line", Buffer.from(`sep=;\r\n${SEMICOLONS}`)],
		["a byte order mark", Buffer.from(`\uFEFF${SEMICOLONS}`)],
		["UTF-16 with a mark", Buffer.from(`\uFEFF${TABS}`, "utf16le")],
		["big-endian UTF-16 with a mark", utf16be(`\uFEFF${TABS}`)],
		["UTF-16 without a mark", Buffer.from(CSV, "utf16le")],
		["big-endian UTF-16 without a mark", utf16be(SEMICOLONS)],
	])("are read with %s, also compressed", async (_name, content) => {
		expect(await rowsOf("rows.csv", content)).toEqual(ROWS);
		expect(await rowsOf("rows.csv.gz", gzipSync(content))).toEqual(ROWS);
	});

	it("keep a comma in the only column's text together", async () =>
		expect(await rowsOf("one.csv", Buffer.from('page\n"/a,b"\n'))).toEqual([{ page: "/a,b" }]));
});
