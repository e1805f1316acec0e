import { describe, expect, it } from "vitest";
import { basePathOf, pageBelow } from "./base-path.ts";

describe("the base path", () => {
	it.each([
		[undefined, "/"],
		["https://stats.example.com", "/"],
		["https://example.com/stats", "/stats/"],
		["https://example.com/a/b", "/a/b/"],
	])("for %s is %s", (baseUrl, expected) => expect(basePathOf(baseUrl)).toBe(expected));

	it("is prefixed to a page's addresses, and to nothing else", () =>
		expect(
			pageBelow(
				"/stats/",
				'<a href="/demo" data-path="/api/x"><img src="//a/b"><a href="https://c/">',
			),
		).toBe(
			'<a href="/stats/demo" data-path="/stats/api/x"><img src="//a/b"><a href="https://c/">',
		));
});
