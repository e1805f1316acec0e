import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exceededLimit } from "./json-structure.ts";

const exceeded = (text: string, limits: object = {}) =>
	exceededLimit(Buffer.from(text), { maxDepth: 64, maxValues: 50_000, ...limits });
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** The depth and the commas of a value, counted on the parsed value. */
const depthOf = (value: unknown): number =>
	typeof value === "object" && value !== null
		? 1 + Math.max(0, ...Object.values(value).map(depthOf))
		: 0;

describe("a body's structure", () => {
	it.each([
		["", undefined],
		["{}", undefined],
		[deep(64), undefined],
		[deep(65), "maxDepth"],
		[`{"a":${deep(64)}}`, "maxDepth"],
		[`["${"[".repeat(1_000)}"]`, undefined],
		[`["\\"${"[".repeat(1_000)}"]`, undefined],
		[`["\\\\",${deep(65)}]`, "maxDepth"],
		[`[${"1,".repeat(50_000)}1]`, undefined],
		[`[${"1,".repeat(50_001)}1]`, "maxValues"],
		[`["${",".repeat(60_000)}"]`, undefined],
		["]]]]", undefined],
		['"', undefined],
		['"\\', undefined],
	])("of %.40j exceeds: %j", (text, expected) => expect(exceeded(text)).toBe(expected));

	it.each([
		[1, undefined],
		[100, undefined],
		[101, "maxRows"],
	])("with %d rows of several values exceeds: %j", (rows, expected) => {
		const row = { a: 1, b: [1, 2, 3], c: { d: ",", e: 2 } };
		const text = JSON.stringify({ first: 1, rows: Array(rows).fill(row), last: true });
		expect(exceeded(text, { maxRows: 100 })).toBe(expected);
	});

	it("is judged by its structure, not by the content of its strings", () =>
		fc.assert(
			fc.property(fc.jsonValue({ depthSize: "medium" }), fc.nat(80), (value, wrapped) => {
				const text = `${"[".repeat(wrapped)}${JSON.stringify(value)}${"]".repeat(wrapped)}`;
				expect(exceeded(text)).toBe(wrapped + depthOf(value) <= 64 ? undefined : "maxDepth");
			}),
		));
});
