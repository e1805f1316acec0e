import { describe, expect, it } from "vitest";
import { listIn, objectIn, textIn } from "./cell.ts";

describe("a cell", () => {
	it("becomes text without surrounding white space, whatever its type", () => {
		const row = { text: " a b ", number: 1.5, boolean: false, object: {}, none: null };
		expect(Object.keys(row).map((name) => textIn(row, name))).toEqual([
			...["a b", "1.5", "false", "", ""],
		]);
	});

	it("is stripped of characters that a database refuses", () => {
		const row = { title: "a\0b", half: "a\uD800b", whole: "\u{1F600}" };
		expect(Object.keys(row).map((name) => textIn(row, name))).toEqual([
			...["a\uFFFDb", "a\uFFFDb", "\u{1F600}"],
		]);
	});

	it("can be an object or a list, also as JSON text", () => {
		const row = { object: { a: 1 }, text: '{"a":1}', list: [1], listed: "[1]", none: "", bad: "{" };
		expect(Object.keys(row).map((name) => [objectIn(row, name), listIn(row, name)])).toEqual([
			...[{ a: 1 }, { a: 1 }].map((object) => [object, []]),
			...[[1], [1]].map((list) => [{}, list]),
			...[{}, {}].map((nothing) => [nothing, []]),
		]);
	});
});
