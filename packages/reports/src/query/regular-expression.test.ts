import { describe, expect, it } from "vitest";
import { storeRegexOf } from "./regular-expression.ts";

describe("a regular expression of a filter", () => {
	it("may begin with (?i) to ignore case", () =>
		expect(storeRegexOf("(?i)^/Blog")).toEqual({ pattern: "(?i)\\A\\x{2f}Blog" }));

	it.each(["(?s)a", "a(?i)b", "(?P<name>a)", "(a"])(
		"is rejected with the accepted syntax when it is %s",
		(source) =>
			expect(storeRegexOf(source)).toEqual({
				refused: expect.stringContaining("(?i) is the only flag, at the beginning"),
			}),
	);

	it.each(["\\A", "\\z", "\\Qa\\E"])("is rejected for an escape that only RE2 has: %s", (source) =>
		expect(storeRegexOf(source)).toEqual({ refused: expect.stringContaining("is not supported") }),
	);

	it.each(["\\d+\\.\\w", "\\t\\x41\\u0042\\cA", "\\/a\\-b"])(
		"may contain the escapes of JavaScript: %s",
		(source) => expect(storeRegexOf(source)).toHaveProperty("pattern"),
	);
});
