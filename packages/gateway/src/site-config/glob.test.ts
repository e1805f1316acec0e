import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyGlobOf } from "./glob.ts";

const asExpression = (pattern: string) =>
	new RegExp(
		`^${pattern
			.split("*")
			.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
			.join("[^]*")}$`,
	);

describe("a pattern with stars", () => {
	it.each([
		["/admin/*", "/admin/", true],
		["/admin/*", "/admin/users/1", true],
		["/admin/*", "/admin", false],
		["/Admin/*", "/admin/x", true],
		["*", "", true],
		["*.example", "shop.example", true],
		["*.example", "example", false],
		["/a*/b*c", "/ax/y/bzc", true],
		["/a*a", "/a", false],
		["a*b*a", "aba", true],
		["a.c", "abc", false],
	])("%j and %j: %s", (pattern, text, matches) => expect(anyGlobOf([pattern])(text)).toBe(matches));

	it("matches what the same regular expression matches", () => {
		const few = fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "."), maxLength: 9 });
		fc.assert(
			fc.property(few, few, (pattern, text) => {
				expect(anyGlobOf([pattern])(text)).toBe(asExpression(pattern).test(text));
			}),
			{ numRuns: 3000 },
		);
	});

	it("takes no more time for a pattern crafted to be slow", () =>
		expect(anyGlobOf([`${"a*".repeat(1000)}b`])("a".repeat(2048))).toBe(false));
});
