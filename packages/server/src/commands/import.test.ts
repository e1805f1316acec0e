import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fingerprintOf, importFiles } from "../import/import-files.ts";
import { createProgress } from "../import/progress.ts";
import { readBatches } from "../import/read-batches.ts";
import { exportOptions } from "./export.ts";
import { googleImportOptions, importOptions } from "./import.ts";

const directory = mkdtempSync(join(tmpdir(), "import-command-"));
afterAll(() => rmSync(directory, { recursive: true }));
const file = (name: string, content: string) => {
	const path = join(directory, name);
	writeFileSync(path, content);
	return path;
};

describe("the import command", () => {
	it("parses its parameters", () => {
		const mapping = file("mapping.json", '{"timestamp": "when"}');
		const parameters = [
			"plain",
			"--site",
			"3",
			"--mapping",
			mapping,
			"--dry-run",
			"a.csv",
			"b.csv",
		];
		expect(importOptions(parameters)).toEqual({
			platform: "plain",
			paths: ["a.csv", "b.csv"],
			site: "3",
			mapping: { timestamp: "when" },
			isDryRun: true,
		});
	});

	it.each([
		[["myspace", "x.csv"], '"myspace" is not a supported product.'],
		[["umami", "--site", "1"], "Name the exported files."],
		[["umami", "x.csv"], "Name the site to import into with --site."],
		[["umami", "--when", "now"], "Unknown option '--when'"],
	])("rejects %j and says what to change", (parameters, message) => {
		expect(() => importOptions(parameters)).toThrow(message);
	});

	it("reads a property of Google instead of files", () => {
		const parameters = ["--site", "3", "--property", "42", "--key-file", "key.json"];
		const common = { site: "3", property: "42", keyFile: "key.json" };
		expect(googleImportOptions(["ga4", ...parameters, "--from", "2026-01-01"])).toEqual({
			...common,
			platform: "ga4",
			from: "2026-01-01",
			to: undefined,
		});
		expect(googleImportOptions(["search-console", ...parameters])).toMatchObject({
			...common,
			platform: "search_console",
		});
		expect(googleImportOptions(["ga4", "--site", "3", "export.csv"])).toBeUndefined();
	});

	it.each([
		[["search-console", "--site", "1"], "Name the property to read with --property."],
		[
			["ga4", "--site", "1", "--property", "1"],
			"Name the service account's key file with --key-file.",
		],
		[["ga4", "--property", "1", "--key-file", "k"], "Name the site to import into with --site."],
		[
			["umami", "--property", "1"],
			'--property and --key-file are for ga4 and search-console, not for "umami".',
		],
		[
			["ga4", "--site", "1", "--property", "1", "--key-file", "k", "x.csv"],
			"x.csv cannot be imported together with a property: leave one out.",
		],
	])("rejects %j for Google and says what to change", (parameters, message) => {
		expect(() => googleImportOptions(parameters)).toThrow(message);
	});

	it("rejects days for files", () =>
		expect(() => importOptions(["umami", "--site", "1", "--from", "2026-01-01", "x.csv"])).toThrow(
			"--from and --to need --property and --key-file: files are imported whole.",
		));

	it("lists the fields that a mapping may name", () => {
		const mapping = file("wrong.json", '{"when": "timestamp"}');
		expect(() => importOptions(["plain", "--site", "1", "--mapping", mapping, "x.csv"])).toThrow(
			'must map fields to columns; "when" is not a field. The fields are timestamp, id, visitor',
		);
	});
});

describe("the files of an import", () => {
	it("include named files and the files of named directories, by name", () => {
		const [one, other] = [file("b.csv", "x"), file("a.csv.gz", "xy")];
		expect(importFiles([one]).concat(importFiles([directory]).slice(0, 2))).toEqual([
			{ path: one, bytes: 1 },
			{ path: other, bytes: 2 },
			{ path: one, bytes: 1 },
		]);
	});

	it("are refused while one of them is still being written", () => {
		const unfinished = mkdtempSync(join(directory, "unfinished-"));
		for (const name of ["a.csv", "b.csv.part"]) writeFileSync(join(unfinished, name), "");
		expect(() => importFiles([unfinished])).toThrow("b.csv.part is incomplete");
	});

	it.each([
		["/nowhere.csv", "/nowhere.csv: does not exist"],
		["-", "Standard input cannot be imported"],
		[import.meta.filename, "rename it to .csv, .tsv, .json, .jsonl, .ndjson, .parquet or .zip"],
	])("are refused with what to change: %s", (path, message) => {
		expect(() => importFiles([path])).toThrow(message);
	});

	it("are recognised by content", () => {
		const [one] = importFiles([file("one.csv", "a,b\n1,2\n")]);
		const known = one && fingerprintOf("plain", {}, [one]);
		expect(one && fingerprintOf("plain", {}, [one])).toBe(known);
		const [changed] = importFiles([file("one.csv", "a,b\n1,3\n")]);
		expect(changed && fingerprintOf("plain", {}, [changed])).not.toBe(known);
		expect(changed && fingerprintOf("umami", {}, [changed])).not.toBe(known);
	});

	it("are split into the same batches each time, across their ends", async () => {
		const lines = (count: number) => `n\n${Array.from({ length: count }, (_, n) => n).join("\n")}`;
		const files = importFiles([file("c.csv", lines(17_000)), file("d.csv", lines(4000))]);
		const cut = async () => {
			const found: [number, number][] = [];
			for await (const { firstRow, rows } of readBatches(files))
				found.push([firstRow, rows.length]);
			return found;
		};
		expect(await cut()).toEqual([
			[0, 10_000],
			[10_000, 10_000],
			[20_000, 1000],
		]);
	});
});

describe("the progress", () => {
	const shown = (isTTY: boolean) => {
		let text = "";
		let now = 0;
		const write = (piece: string) => {
			text += piece;
		};
		const progress = createProgress({ isTTY, write }, () => now);
		now = 2000;
		progress.show(0.5, 30_000);
		progress.end();
		return text;
	};

	it("shows a bar with a rate on a terminal, and nothing elsewhere", () => {
		expect(shown(true)).toBe(
			"\r[###############...............]  50%  30,000 rows  15,000 rows/s   \n",
		);
		expect(shown(false)).toBe("");
	});
});

describe("the export command", () => {
	it("parses its parameters", () => {
		expect(exportOptions(["--site", "1", "--to", "x"])).toEqual({
			site: "1",
			to: "x",
			format: "jsonl",
		});
	});

	it.each([
		[["--to", "x"], "Name the site to export with --site."],
		[["--site", "1"], "Name the directory to write to with --to."],
		[
			["--site", "1", "--to", "x", "--format", "xml"],
			'--format must be jsonl or parquet, not "xml".',
		],
	])("rejects %j and says what to change", (parameters, message) => {
		expect(() => exportOptions(parameters)).toThrow(message);
	});
});
