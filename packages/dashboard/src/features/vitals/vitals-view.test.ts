import { describe, expect, it } from "vitest";
import {
	byOf,
	chosenSort,
	chosenTable,
	chosenVital,
	leastMeasurements,
	lineOf,
	openOf,
	sortField,
} from "./vitals-view.ts";

describe("the web vitals view in the URL", () => {
	it.each([
		[undefined, { vital: "lcp", level: "p75" }],
		["inp_p90", { vital: "inp", level: "p90" }],
		["cls", { vital: "cls", level: "p75" }],
		["sessions_p99", { vital: "lcp", level: "p99" }],
		["nonsense", { vital: "lcp", level: "p75" }],
	])("draws the line of %s", (line, chosen) => expect(chosenVital(line)).toEqual(chosen));

	it("leaves the default line out", () => {
		expect(lineOf("lcp", "p75")).toBeUndefined();
		expect(lineOf("ttfb", "p75")).toBe("ttfb_p75");
	});

	it.each([
		[undefined, { dimension: "pathname", hasAll: false }],
		["country", { dimension: "country", hasAll: false }],
		["browser.all", { dimension: "browser", hasAll: true }],
		["password", { dimension: "pathname", hasAll: false }],
	])("shows the table of %s", (open, chosen) => {
		expect(chosenTable(open)).toEqual(chosen);
		const { dimension, hasAll } = chosenTable(open);
		expect(chosenTable(openOf(dimension, hasAll))).toEqual(chosen);
	});

	it("sorts the worst first by default", () => {
		expect(chosenSort(undefined, "inp")).toEqual({ by: "inp", order: "desc" });
		expect(chosenSort("count:asc", "inp")).toEqual({ by: "count", order: "asc" });
		expect(chosenSort("pathname", "inp")).toEqual({ by: "inp", order: "desc" });
		expect(byOf({ by: "poor", order: "desc" })).toBe("poor");
		expect(byOf({ by: "poor", order: "asc" })).toBe("poor:asc");
	});
});

it("requests sorting by the percentile that is shown", () => {
	expect(sortField("count", "lcp", "p75")).toBe("event_count");
	expect(sortField("poor", "cls", "p75")).toBe("cls_poor");
	expect(sortField("ttfb", "cls", "p90")).toBe("ttfb_p90");
});

it("requires fewer measurements on a small site", () =>
	expect([16_453, 800, 30].map(leastMeasurements)).toEqual([20, 5, 1]));
