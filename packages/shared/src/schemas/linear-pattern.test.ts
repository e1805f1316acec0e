import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearPattern } from "./linear-pattern.ts";

const STEPS = 1_000_000;

const matches = (pattern: string, text: string, steps = STEPS) => {
	const compiled = linearPattern(pattern);
	if ("refused" in compiled) throw new Error(compiled.refused);
	return compiled.matches(text, { steps });
};

/** Patterns over few letters, so that texts of them often match. */
const { pattern: anyPattern } = fc.letrec<{ pattern: string; term: string; atom: string }>(
	(tie) => ({
		pattern: fc
			.array(fc.array(tie("term"), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
			.map((ways) => ways.map((terms) => terms.join("")).join("|")),
		term: fc.oneof(
			fc
				.tuple(
					tie("atom"),
					fc.constantFrom("", "", "*", "+", "?", "*?", "{2}", "{1,3}", "{2,}", "{0}"),
				)
				.map((parts) => parts.join("")),
			fc.constantFrom("^", "$"),
		),
		atom: fc.oneof(
			{ maxDepth: 2, depthSize: "xsmall", withCrossShrink: true },
			fc.constantFrom(
				"a",
				"b",
				".",
				"\\d",
				"\\w",
				"[ab]",
				"[^a]",
				"[\\]b]",
				"\\p{Lu}",
				"é",
				"😀",
				"\\u{1F600}",
			),
			tie("pattern").map((inner) => `(${inner})`),
			tie("pattern").map((inner) => `(?:${inner})`),
		),
	}),
);
const anyText = fc
	.array(fc.constantFrom("a", "b", "A", "1", "é", "😀", "]", "\n"), { maxLength: 8 })
	.map((letters) => letters.join(""));

describe("a pattern without backtracking", () => {
	it("matches what JavaScript's does, with the flag u", () =>
		fc.assert(
			fc.property(anyPattern, anyText, (pattern, text) => {
				const compiled = linearPattern(pattern);
				if ("refused" in compiled) expect(compiled.refused).toMatch(/too large/);
				else
					expect(compiled.matches(text, { steps: STEPS })).toBe(
						new RegExp(pattern, "u").test(text),
					);
			}),
			{ numRuns: 2000 },
		));

	it.each([
		["^[A-Z]{3}-\\d{4}$", "ABC-1234", true],
		["^[A-Z]{3}-\\d{4}$", "ABC-12345", false],
		["b", "abc", true],
		["^(?<year>\\d{4})$", "2026", true],
		["", "", true],
		["^$", "x", false],
		["^\\/[a-z/]+$", "/shop/cart", true],
		["[\\]x]y", "]y", true],
		["^\\p{L}+$", "Größe", true],
		["^.$", "😀", true],
	])("%s and %j: %j", (pattern, text, is) => expect(matches(pattern, text)).toBe(is));

	it.each(["^(a+)+$", "(a|a)*b", "(a*)*c", "^(a|aa)+$", "(.*,){10}x"])(
		"takes steps in proportion to the text for %s, which makes others hang",
		(pattern) => {
			const stepsFor = (length: number) => {
				const budget = { steps: STEPS };
				const compiled = linearPattern(pattern);
				if ("refused" in compiled) throw new Error(compiled.refused);
				expect(compiled.matches(`${"a".repeat(length)}!`, budget)).toBe(false);
				return STEPS - budget.steps;
			};
			expect(stepsFor(4000) / stepsFor(2000)).toBeLessThan(2.1);
		},
	);

	it("stops when the budget is spent", () =>
		expect(matches("(a|b|c)*d", "abc".repeat(1000), 500)).toBeUndefined());

	it.each([
		["(a)\\1", /refers back/],
		["(?<x>a)\\k<x>", /refers back/],
		["(?=a)", /looks ahead or behind/],
		["(?!a)", /looks ahead or behind/],
		["(?<=a)b", /looks ahead or behind/],
		["(?<!a)b", /looks ahead or behind/],
		["\\bword\\b", /name the characters/],
		["(a{400}){400}", /too large/],
		["a{1000}", /too large/],
		[`${"(".repeat(30)}${"){500}".repeat(30)}`, /too large/],
		["(", /not a regular expression/],
		["[b-a]", /not a regular expression/],
		["a".repeat(1001), /longer than 1000/],
		[`${"(".repeat(60)}a${")".repeat(60)}`, /nests more/],
	])("is refused as %s", (pattern, why) =>
		expect(linearPattern(pattern)).toEqual({ refused: expect.stringMatching(why) }),
	);
});
