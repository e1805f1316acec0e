import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { readRows } from "./read-rows.ts";
import { openZipContent } from "./zip-entries.ts";

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

	it("keep commas in the text of an only column", async () =>
		expect(await rowsOf("one.csv", Buffer.from('page\n"/a,b"\n'))).toEqual([{ page: "/a,b" }]));
});

/** Missing from Node 20.19's types. */
const crc32 = (bytes: Buffer): number => {
	let crc = ~0;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc >>> 0;
};

/** An archive, each file deflated; names and sizes may be forged, as by an attacker. */
const zipOf = (
	files: readonly { name: string; content: string; size?: number; flags?: number }[],
) => {
	const local: Buffer[] = [];
	const central: Buffer[] = [];
	let offset = 0;
	for (const { name, content, size = Buffer.byteLength(content), flags = 0 } of files) {
		const packed = deflateRawSync(content);
		const names = Buffer.from(name);
		const facts = Buffer.alloc(26);
		facts.writeUInt16LE(20, 0);
		facts.writeUInt16LE(flags, 2);
		facts.writeUInt16LE(8, 4);
		facts.writeUInt32LE(crc32(Buffer.from(content)), 10);
		facts.writeUInt32LE(packed.length, 14);
		facts.writeUInt32LE(size, 18);
		facts.writeUInt16LE(names.length, 22);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		const head = Buffer.concat([Buffer.from("PK\x03\x04"), facts, names, packed]);
		local.push(head);
		central.push(Buffer.from("PK\x01\x02\x14\0"), facts, place, names);
		offset += head.length;
	}
	const directory = Buffer.concat(central);
	const end = Buffer.alloc(22);
	end.write("PK\x05\x06");
	end.writeUInt16LE(files.length, 8);
	end.writeUInt16LE(files.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...local, directory, end]);
};

describe("an archive", () => {
	it("is read file by file, and files without data are listed", async () => {
		const archive = zipOf([
			{ name: "export/a.csv", content: "page\n/a\n" },
			{ name: "export/", content: "" },
			{ name: "read\u001B[2Jme.txt", content: "hello" },
			{ name: "__MACOSX/export/._a.csv", content: "x" },
			{ name: "../../etc/b.csv", content: "page;title\n/b;B\n" },
			{ name: "c.jsonl", content: '{"page":"/c"}' },
		]);
		expect(await rowsOf("export.ZIP", archive)).toEqual([
			{ page: "/a" },
			{ page: "/b", title: "B" },
			{ page: "/c" },
		]);
		const { skipped, close } = await openZipContent(join(directory, "export.ZIP"));
		close();
		expect(skipped).toEqual(["read\uFFFD[2Jme.txt", "__MACOSX/export/._a.csv"]);
		expect(readdirSync(directory)).not.toContain("a.csv");
	});

	const csv = { name: "a.csv", content: "page\n/a\n" };
	const huge = Array.from({ length: 17 }, (_, at) => ({
		...{ name: `${at}.csv`, content: "page\n/a\n", size: 0xfffffff0 },
	}));
	it.each([
		["is none", Buffer.from("nothing"), "it is not a .zip file, or it is damaged"],
		["has no data", zipOf([{ name: "a.txt", content: "" }]), "it contains nothing to"],
		["is encrypted", zipOf([{ ...csv, flags: 1 }]), "it is encrypted; unpack it first"],
		["is too large once decompressed", zipOf(huge), "it unpacks to more than 64 GB"],
		["hides its size", zipOf([{ ...csv, size: 3 }]), "a.csv: is damaged: too many bytes"],
	])("that %s is rejected with the remedy", async (_name, content, fault) =>
		expect(rowsOf("fault.zip", content)).rejects.toThrow(fault),
	);
});
