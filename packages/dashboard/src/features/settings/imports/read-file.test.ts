import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { batchesOf } from "./batches.ts";
import { createCsvRowSplitter } from "./csv-splitter.ts";
import { createArrayRowSplitter, createLineRowSplitter } from "./json-splitter.ts";
import { firstRowsOf, type RowsChunk, rowsOfFile } from "./read-file.ts";
import type { RowSplitter } from "./row-splitter.ts";
import { zippedPieces } from "./zipped-files.ts";

/** The same text in chunks of every length up to a few characters. */
const inPieces = (make: () => RowSplitter, text: string): unknown[][] =>
	[1, 2, 3, 7, text.length].map((length) => {
		const splitter = make();
		const rows: unknown[] = [];
		for (let at = 0; at < text.length; at += length)
			rows.push(...splitter.push(text.slice(at, at + length)));
		return [...rows, ...splitter.end()];
	});

describe("parsing rows, however a file is cut into chunks", () => {
	it.each([
		[
			"a,b\r\n1,2\r\n\r\n3,4",
			[
				{ a: "1", b: "2" },
				{ a: "3", b: "4" },
			],
		],
		['a,b\n"x, ""y""\nz",2\n', [{ a: 'x, "y"\nz', b: "2" }]],
		["# comment\na\tb,b\n1\n", [{ "a\tb": "1", b: "" }]],
		["\uFEFFa,b\n,\n", [{ a: "", b: "" }]],
	])("reads the CSV %j", (text, rows) => {
		for (const found of inPieces(() => createCsvRowSplitter(","), text))
			expect(found).toEqual(rows);
	});

	it("reads lines of JSON, with an empty string for an invalid line", () => {
		for (const found of inPieces(createLineRowSplitter, '{"a":1}\n\nnonsense\r\n{"a":"\\n"}'))
			expect(found).toEqual([{ a: 1 }, "", { a: "\n" }]);
	});

	it("reads an array of JSON, whatever its strings contain", () => {
		const text = '[ {"a":"]}\\"{"},\n{"b":[1,{"c":2}]} ]';
		for (const found of inPieces(createArrayRowSplitter, text))
			expect(found).toEqual([{ a: ']}"{' }, { b: [1, { c: 2 }] }]);
	});
});

const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
	new File([content], name);

describe("a file", () => {
	it("is decompressed and read to its last byte", async () => {
		const zipping = new Blob(["a\n1\n2\n"]).stream().pipeThrough(new CompressionStream("gzip"));
		const zipped = new Uint8Array(await new Response(zipping).arrayBuffer());
		const chunks: RowsChunk[] = [];
		for await (const chunk of rowsOfFile(fileOf("x.CSV.gz", zipped))) chunks.push(chunk);
		expect(chunks.flatMap(({ rows }) => rows)).toEqual([{ a: "1" }, { a: "2" }]);
		expect(chunks.at(-1)?.bytesRead).toBe(zipped.length);
	});

	it.each([
		["semicolons", '"a,b";c\n1;2\n'],
		["tabs", '"a,b"\tc\n1\t2\n'],
		["its separator in the first line", 'sep=;\n"a,b";c\n1;2\n'],
	])("from a spreadsheet is read with %s, in UTF-8 and UTF-16", async (_name, text) => {
		const wide = new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (c) => c.charCodeAt(0)).buffer);
		for (const content of [text, `\uFEFF${text}`, wide])
			expect(await firstRowsOf(fileOf("x.csv", content), 1)).toEqual([{ "a,b": "1", c: "2" }]);
	});

	const archive = zipSync({
		"export/a.csv": strToU8("page;title\n/a;A\n"),
		"readme.txt": strToU8("hello"),
		"__MACOSX/a.csv": strToU8("x"),
		"../b.jsonl": strToU8(`{"page":"${"b".repeat(100_000)}"}`),
	}) as Uint8Array<ArrayBuffer>;

	it("that is an archive yields the rows of its files, and reports files without data", async () => {
		const skipped: string[] = [];
		const rows: unknown[] = [];
		const chunks = rowsOfFile(fileOf("x.ZIP", archive), (name) => skipped.push(name));
		for await (const chunk of chunks) rows.push(...chunk.rows);
		expect(rows).toEqual([{ page: "/a", title: "A" }, { page: "b".repeat(100_000) }]);
		expect(skipped).toEqual(["readme.txt", "__MACOSX/a.csv"]);
	});

	it("that is an archive is rejected when it is damaged or unpacks to too much", async () => {
		for (const content of ["nothing", archive.slice(0, 60)])
			await expect(firstRowsOf(fileOf("x.zip", content), 9)).rejects.toMatchObject({
				fault: "zip",
			});
		const unpackAll = async () => {
			for await (const _ of zippedPieces(new Blob([archive]).stream(), () => {}, 50_000));
		};
		await expect(unpackAll()).rejects.toMatchObject({ fault: "huge" });
	});

	it("provides its first rows", async () =>
		expect(await firstRowsOf(fileOf("x.jsonl", '{"a":1}\n{"a":2}\n'), 1)).toEqual([{ a: 1 }]));

	it.each([
		["x.parquet", "parquet"],
		["x.pdf", "kind"],
		["x.csv", "empty"],
		["x.csv.gz", "gzip"],
	])("%s without rows is rejected as %s", async (name, fault) => {
		const content = fault === "gzip" ? "no gzip" : "";
		await expect(firstRowsOf(fileOf(name, content), 3)).rejects.toMatchObject({ fault });
	});
});

describe("batches", () => {
	const chunksOf = async function* (lengths: readonly number[]): AsyncGenerator<RowsChunk> {
		let row = 0;
		for (const length of lengths) {
			const rows = Array.from({ length }, () => ({ row: row++ }));
			yield { rows, bytesRead: row };
		}
	};
	const sizesOf = async (lengths: readonly number[]) => {
		const sizes: number[] = [];
		for await (const { rows } of batchesOf(chunksOf(lengths))) sizes.push(rows.length);
		return sizes;
	};

	it("are the same, however the rows arrived", async () => {
		expect(await sizesOf([4500])).toEqual([2000, 2000, 500]);
		expect(await sizesOf([1, 2500, 1999])).toEqual([2000, 2000, 500]);
		expect(await sizesOf([])).toEqual([]);
	});
});
