import { describe, expect, it } from "vitest";
import { createReader, KEYS, PAGE_KEYS, SEQUENCE_MS } from "./keyboard.ts";

const pressed = (keys: string, msBetween = 10) => {
	let now = 0;
	const read = createReader(() => now);
	return [...keys].map((key) => {
		now += msBetween;
		return read(key);
	});
};

describe("shortcuts", () => {
	it("choose ranges with one key", () =>
		expect(pressed("df")).toEqual([
			{ do: "range", range: { kind: "today" } },
			{ do: "range", range: { kind: "days", count: 28 } },
		]));

	it("open pages with g and a letter", () =>
		expect(pressed("gl")).toEqual([undefined, { do: "go", page: "live" }]));

	it("treat the letter as a shortcut of its own when g was pressed long before", () =>
		expect(pressed("gl", SEQUENCE_MS)).toEqual([undefined, KEYS["l"]]));

	it("cancel g after a key that opens no page", () =>
		expect(pressed("gzl")).toEqual([undefined, undefined, KEYS["l"]]));

	it("ignore other keys", () =>
		expect(["Tab", "constructor", "Enter"].map(createReader(Date.now))).toEqual([
			undefined,
			undefined,
			undefined,
		]));

	it("have a unique letter for each page", () => {
		const pages = Object.values(PAGE_KEYS);
		expect(new Set(pages).size).toBe(pages.length);
	});
});
