import { describe, expect, it } from "vitest";
import { inFields, setParameters } from "./parameters.ts";

const MAX_STATEMENT = 262_144;

describe("values of a statement", () => {
	it("stay unchanged while they are short", () => {
		const sql = "SELECT {one:String}, {many:Array(String)}";
		const parameters = { one: "a", many: ["b", "c"] };
		expect(inFields(sql, parameters)).toEqual({ sql, parameters });
	});

	it.each(["'", "\\", "ж", "\n", "😀", "a"])(
		"never make a statement longer than the engine accepts, with the letter %j a thousand times or one value as long",
		(letter) => {
			const many = Array.from({ length: 1000 }, (_, place) => `/${place}${letter.repeat(1990)}`);
			const { sql, parameters } = inFields("SELECT {many:Array(String)}, {one:String}", {
				many,
				one: many.join(""),
			});
			for (const set of setParameters(parameters))
				expect(Buffer.byteLength(set)).toBeLessThan(MAX_STATEMENT);
			expect(Buffer.byteLength(sql)).toBeLessThan(MAX_STATEMENT);
			expect(sql).toMatch(/^SELECT arrayConcat\(\{many__0:Array\(String\)\}/);
		},
	);

	it("are bound in full if one element of a list is longer than a field", () => {
		const { sql, parameters } = inFields("SELECT {many:Array(String)}", {
			many: ["first", "'".repeat(50_000), "last"],
		});
		expect(sql).toContain("[concat({");
		expect(Object.values(parameters).flat().join("")).toBe(`first${"'".repeat(50_000)}last`);
	});
});
