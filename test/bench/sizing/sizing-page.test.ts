import { describe, expect, it } from "vitest";
import { ROUND_INPUTS } from "./round-inputs.ts";
import { planOf, sizingTables, withTables } from "./sizing-page.ts";

describe("the tables of the page", () => {
	it("show each role of a size", () => {
		const lines = sizingTables(ROUND_INPUTS)["sizes"]?.split("\n");
		const cells = lines?.find((line) => line.startsWith("| loader |"))?.split(" | ");
		expect(cells?.slice(1, 4)).toEqual(["", "", "2 × 1 core, 2 GB, 10 GB disk: $44"]);
	});

	it("add up the cost of the machines", () => {
		const plan = planOf(ROUND_INPUTS, {
			...{
				name: "1 M",
				eventsPerMonth: 1e6,
				largestSite: 1,
				usualSite: 1,
				pagesPerHour: 20,
				isSpread: false,
			},
		});
		expect(plan.cost).toBe(15 + 3 + 10 * 0.1);
	});

	it("replace the text between their marks, and nothing else", () =>
		expect(
			withTables("before\n<!-- one -->\nold\n<!-- end of one -->\nafter", { one: "$& new" }),
		).toBe("before\n<!-- one -->\n$& new\n<!-- end of one -->\nafter"));

	it("fill an empty block", () =>
		expect(withTables("<!-- one -->\n<!-- end of one -->", { one: "new" })).toBe(
			"<!-- one -->\nnew\n<!-- end of one -->",
		));

	it("throw when the block is missing", () =>
		expect(() => withTables("nothing", { one: "new" })).toThrow("no place for one"));
});
