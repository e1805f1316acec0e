import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBuiltLikeEvents } from "./structure.ts";

const asks = (text: string) => isBuiltLikeEvents(Buffer.from(text));
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** The depth and the commas of a value, counted on the value itself. */
const depthOf = (value: unknown): number =>
	typeof value === "object" && value !== null
		? 1 + Math.max(0, ...Object.values(value).map(depthOf))
		: 0;

describe("a body's structure", () => {
	it.each([
		["", true],
		["{}", true],
		[deep(64), true],
		[deep(65), false],
		[`{"a":${deep(64)}}`, false],
		[`["${"[".repeat(1_000)}"]`, true],
		[`["\\"${"[".repeat(1_000)}"]`, true],
		[`["\\\\",${deep(65)}]`, false],
		[`[${"1,".repeat(50_000)}1]`, true],
		[`[${"1,".repeat(50_001)}1]`, false],
		[`["${",".repeat(60_000)}"]`, true],
		["]]]]", true],
		['"', true],
		['"\\', true],
	])("of %.40j is one of events: %j", (text, expected) => expect(asks(text)).toBe(expected));

	it("is judged by what it holds, not by what its texts look like", () =>
		fc.assert(
			fc.property(fc.jsonValue({ depthSize: "medium" }), fc.nat(80), (value, wrapped) => {
				const text = `${"[".repeat(wrapped)}${JSON.stringify(value)}${"]".repeat(wrapped)}`;
				expect(asks(text)).toBe(wrapped + depthOf(value) <= 64);
			}),
		));
});
