import { describe, expect, it } from "vitest";
import { offsetOf, pageOf, rowLimitOf } from "./page.ts";

describe("a page", () => {
	it.each([
		[{}, { limit: 100, offset: 0 }],
		[
			{ page: "3", limit: "10" },
			{ limit: 10, offset: 20 },
		],
		[
			{ page: "0", limit: "0" },
			{ limit: 100, offset: 0 },
		],
		[
			{ page: "-1", limit: "1.5" },
			{ limit: 100, offset: 0 },
		],
		[
			{ page: "two", limit: "1e3" },
			{ limit: 100, offset: 0 },
		],
		[{ limit: "1001" }, { limit: 1000, offset: 0 }],
		[
			{ page: "999999999", limit: "1000" },
			{ limit: 1000, offset: 1_000_000_000 },
		],
	])("of %j is parsed as %j", (parameters, page) => expect(pageOf(parameters, 100)).toEqual(page));

	it("accepts a row limit and an offset alone", () => {
		expect(rowLimitOf("7", 50)).toBe(7);
		expect(offsetOf("7")).toBe(7);
		expect(offsetOf("x")).toBe(0);
	});
});
