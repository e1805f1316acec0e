import { describe, expect, it } from "vitest";
import { storeRegexOf } from "./regular-expression.ts";

describe("a regular expression of a filter", () => {
	it("may begin with (?i), for capitals and small letters alike", () =>
		expect(storeRegexOf("(?i)^/Blog")).toEqual({ pattern: "(?i)\\A\\x{2f}Blog" }));

	it.each(["(?s)a", "a(?i)b", "(?P<name>a)", "(a"])(
		"names what is accepted where it is %s",
		(source) =>
			expect(storeRegexOf(source)).toEqual({
				refused: expect.stringContaining("(?i) is the only flag, at the beginning"),
			}),
	);

	it.each(["\\A", "\\z", "\\Qa\\E"])("is refused for an escape that only RE2 has: %s", (source) =>
		expect(storeRegexOf(source)).toEqual({ refused: expect.stringContaining("is not supported") }),
	);

	it.each(["\\d+\\.\\w", "\\t\\x41\\u0042\\cA", "\\/a\\-b"])(
		"may have the escapes of JavaScript: %s",
		(source) => expect(storeRegexOf(source)).toHaveProperty("pattern"),
	);
});
