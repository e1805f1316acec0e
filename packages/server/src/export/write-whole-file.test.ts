import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeWholeFile } from "./write-whole-file.ts";

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "whole-file-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a file of an export", () => {
	it("gets its name once it is complete", async () => {
		const path = join(directory, "events.jsonl");
		const seen: string[][] = [];
		await writeWholeFile(
			path,
			(async function* () {
				yield "one\n";
				seen.push(readdirSync(directory));
				yield Buffer.from("two\n");
			})(),
		);
		expect(seen).toEqual([["events.jsonl.part"]]);
		expect(readdirSync(directory)).toEqual(["events.jsonl"]);
		expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
	});

	it("is removed when it cannot be finished", async () => {
		const breaking = async function* () {
			yield "one\n";
			throw new Error("The backend went away");
		};
		await expect(writeWholeFile(join(directory, "events.jsonl"), breaking())).rejects.toThrow(
			"The backend went away",
		);
		expect(readdirSync(directory)).toEqual([]);
	});

	it("is not written while another process writes it", async () => {
		const path = join(directory, "events.jsonl");
		writeFileSync(`${path}.part`, "of another");
		const nothing = async function* () {};
		await expect(writeWholeFile(path, nothing())).rejects.toThrow("EEXIST");
		expect(readdirSync(directory)).toEqual(["events.jsonl.part"]);
	});
});
