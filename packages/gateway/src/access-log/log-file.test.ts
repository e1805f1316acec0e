import {
	appendFileSync,
	mkdtempSync,
	renameSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@footfall/testing/eventually";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImportLines } from "./import-lines.ts";
import { createLineSplitter, type FileLine, START } from "./line-splitter.ts";
import { importLogFile } from "./log-file.ts";
import { createPositions } from "./positions.ts";

let directory: string;
let path: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "footfall-log-"));
	path = join(directory, "access.log");
});
afterEach(() => rmSync(directory, { recursive: true }));

const line = (name: string) =>
	`203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "GET /${name} HTTP/1.1" 200 1 "-" "GPTBot"`;
const text = (...names: string[]) => names.map((name) => `${line(name)}\n`).join("");

const collecting = () => {
	const taken: FileLine[] = [];
	const lines: ImportLines = {
		take: async (more) => void taken.push(...more),
		counts: () => ({
			lines: 0,
			bots: 0,
			others: 0,
			excluded: 0,
			otherHosts: 0,
			expired: 0,
			malformed: 0,
		}),
	};
	return {
		lines,
		names: () => taken.map((each) => /GET \/(\S*)/.exec(each.text ?? "")?.[1] ?? each.text),
		taken,
	};
};

const never = new AbortController().signal;
const readOnce = async () => {
	const { lines, names } = collecting();
	const positions = createPositions(directory, "test");
	await importLogFile(path, { lines, positions, follow: false, signal: never });
	return names();
};

describe("a log file", () => {
	it("is resumed with the fields it names, and is not confused with another file that has the same header", async () => {
		const head = "#Software: Microsoft Internet Information Services 10.0\n#Fields: date time\n";
		const takenOf = async () => {
			const { lines, taken } = collecting();
			const positions = createPositions(directory, "test");
			await importLogFile(path, { lines, positions, follow: false, signal: never });
			return taken.map((each) => each.text);
		};
		writeFileSync(path, `${head}2026-11-20 09:15:00\n`);
		expect(await takenOf()).toEqual([...head.trim().split("\n"), "2026-11-20 09:15:00"]);
		appendFileSync(path, "#Fields: time date\n09:16:00 2026-11-20\n");
		await takenOf();
		appendFileSync(path, "09:17:00 2026-11-20\n");
		expect(await takenOf()).toEqual(["#Fields: time date", "09:17:00 2026-11-20"]);
		path = join(directory, "other.log");
		writeFileSync(path, `${head}2026-11-21 09:15:00\n`);
		expect(await takenOf()).toHaveLength(3);
	});

	it("is resumed where the last run stopped, even after rotation renamed it", async () => {
		writeFileSync(path, text("a", "b"));
		expect(await readOnce()).toEqual(["a", "b"]);
		expect(await readOnce()).toEqual([]);
		appendFileSync(path, text("c"));
		expect(await readOnce()).toEqual(["c"]);
		renameSync(path, join(directory, "access.log.1"));
		path = join(directory, "access.log.1");
		appendFileSync(path, text("d"));
		expect(await readOnce()).toEqual(["d"]);
	});

	it("is read from the start when a new file appears under its name", async () => {
		writeFileSync(path, text("a", "b"));
		await readOnce();
		writeFileSync(path, text("c"));
		expect(await readOnce()).toEqual(["c"]);
	});

	it("leaves an incomplete last line to the next run", async () => {
		writeFileSync(path, `${text("a")}${line("b").slice(0, 60)}`);
		expect(await readOnce()).toEqual(["a"]);
		appendFileSync(path, `${line("b").slice(60)}\n`);
		expect(await readOnce()).toEqual(["b"]);
	});

	it("imports a last line that lacks only its line end, once", async () => {
		writeFileSync(path, `${text("a")}${line("b")}`);
		expect(await readOnce()).toEqual(["a", "b"]);
		appendFileSync(path, `\n${text("c")}`);
		expect(await readOnce()).toEqual(["", "c"]);
	});

	it("reports a missing file", () => expect(readOnce()).rejects.toThrow(/ENOENT/));
});

describe("following a log", () => {
	it("continues through appends, renames, truncation and half-written lines until it is stopped", async () => {
		const { lines, names } = collecting();
		const positions = createPositions(directory, "test");
		const stopping = new AbortController();
		const upTo = (last: string) =>
			eventually(
				async () => names(),
				(all) => all.at(-1) === last,
			);
		writeFileSync(path, text("a"));
		const following = importLogFile(path, {
			lines,
			positions,
			follow: true,
			signal: stopping.signal,
			pollMs: 10,
		});
		await upTo("a");
		appendFileSync(path, line("b").slice(0, 50));
		appendFileSync(path, `${line("b").slice(50)}\n`);
		await upTo("b");
		// Rotation by renaming: the server writes to the old file for a moment longer.
		const old = join(directory, "access.log.1");
		renameSync(path, old);
		appendFileSync(old, text("c"));
		writeFileSync(path, text("d"));
		await upTo("d");
		// Rotation by copying and truncating; what comes next is just as long.
		truncateSync(path);
		appendFileSync(path, text("e"));
		await upTo("e");
		stopping.abort();
		await following;
		expect(names()).toEqual(["a", "b", "c", "d", "e"]);
		expect(await readOnce()).toEqual([]);
	});
});

describe("the line splitter", () => {
	it("finds the same lines however the file is cut into pieces", () => {
		const content = fc.array(fc.constantFrom("a", "bc", "é", "\n", "\r\n", ""), { maxLength: 60 });
		fc.assert(
			fc.property(content, fc.integer({ min: 1, max: 7 }), (parts, pieceBytes) => {
				const bytes = Buffer.from(parts.join(""));
				const splitter = createLineSplitter(START);
				const found: FileLine[] = [];
				for (let at = 0; at < bytes.length; at += pieceBytes)
					found.push(...splitter.take(bytes.subarray(at, at + pieceBytes)));
				const rest = splitter.rest();
				if (rest !== undefined) found.push(rest);
				const expected = bytes.toString().split("\n");
				if (expected.at(-1) === "") expected.pop();
				expect(found.map((each) => each.text)).toEqual(
					expected.map((each) => each.replace(/\r$/, "")),
				);
				expect(
					found.map((each) => bytes.toString("utf8", each.start, each.end).replace(/\r?\n$/, "")),
				).toEqual(found.map((each) => each.text?.replace(/\r$/, "")));
			}),
		);
	});

	it("counts an overlong line, keeps none of it and continues", () => {
		const splitter = createLineSplitter(START);
		const found = [
			...splitter.take(Buffer.alloc(40_000, "x")),
			...splitter.take(Buffer.alloc(40_000, "x")),
			...splitter.take(Buffer.from("\nnext\n")),
		];
		expect(found).toEqual([
			{ text: undefined, number: 1, start: 0, end: 80_001 },
			{ text: "next", number: 2, start: 80_001, end: 80_006 },
		]);
	});
});
