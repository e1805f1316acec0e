import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMask, faultInPattern, MAX_PATTERN_TOKENS } from "./mask-pattern.ts";

describe("a mask", () => {
	it.each([
		["*@*", "Mail jane.doe+x@shop.example now", "Mail [_] now"],
		["*@*", "a@b.test, c@d.test", "[_], [_]"],
		["*%40*", "/u/jane%40shop.example/edit", "/u/[_]/edit"],
		["*@*", "jane at shop", "jane at shop"],
		["*@*", "@", "@"],
		["####-####", "Card 1234-5678!", "Card [_]!"],
		["order #+", "Order 77123 of 5", "[_] of 5"],
		["token=*", "?a=1&TOKEN=x-y_z&b=2", "?a=1&[_]&b=2"],
		["from ** to", "from a, b; c to d", "[_] d"],
		["*", "müller, 東京", "[_], [_]"],
		["ä", "Ä ä a", "[_] [_] a"],
		["\\*\\?", "what*? what*", "what[_] what*"],
		["v?", "v1 v", "[_] v"],
		["aa", "aaa", "[_]"],
		["\u{1f600}", "a\u{1f600}b", "a[_]b"],
	])("of %s turns %j into %j", (pattern, text, masked) =>
		expect(createMask(pattern, "[_]")(text)).toBe(masked),
	);

	it.each([
		["", "is empty"],
		["a\\", "ends with a backslash"],
		["a".repeat(MAX_PATTERN_TOKENS + 1), "use at most 30"],
	])("cannot be made of %j", (pattern, fault) => expect(faultInPattern(pattern)).toContain(fault));

	it("masks exactly the characters that lie in a match", () => {
		const source: Record<string, string> = {
			a: "a",
			b: "b",
			"*": "[ab]+",
			"#": "\\d",
			"**": "[^]+",
		};
		const pieces = fc.array(fc.constantFrom(...Object.keys(source)), {
			minLength: 1,
			maxLength: 5,
		});
		const texts = fc.string({ unit: fc.constantFrom("a", "b", "1", " "), maxLength: 9 });
		fc.assert(
			fc.property(pieces, texts, (wanted, text) => {
				// "*" and "*" together would be written like "**".
				const written = wanted.join("").replaceAll(/\*{3,}/g, "**");
				const expression = written.replaceAll(/\*\*|\*|#|a|b/g, (one) => source[one] as string);
				const whole = new RegExp(`^(?:${expression.replaceAll("[ab]+", "[ab1]+")})$`);
				const inMatch = [...text].map(() => false);
				for (let from = 0; from < text.length; from++)
					for (let to = from + 1; to <= text.length; to++)
						if (whole.test(text.slice(from, to))) inMatch.fill(true, from, to);
				const expected = [...text].map((character, at) => (inMatch[at] ? "_" : character));
				expect(createMask(written, "_")(text)).toBe(expected.join("").replaceAll(/_+/g, "_"));
			}),
		);
	});
});
