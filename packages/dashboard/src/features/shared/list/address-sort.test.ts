import { describe, expect, it } from "vitest";
import { byOfSort, type Sorting, sortOfBy } from "./address-sort.ts";

const sorting: Sorting<"name" | "count" | "share"> = {
	columns: ["name", "count", "share"],
	usual: { by: "count", order: "desc" },
	texts: ["name"],
};

describe("the sorting of a list in its URL", () => {
	it.each([
		[undefined, { by: "count", order: "desc" }],
		["share", { by: "share", order: "desc" }],
		["share:asc", { by: "share", order: "asc" }],
		["name", { by: "name", order: "asc" }],
		["name:desc", { by: "name", order: "desc" }],
		["toString:asc", { by: "count", order: "desc" }],
		["count:sideways", { by: "count", order: "desc" }],
	])("is read from by=%s", (by, sort) => expect(sortOfBy(by, sorting)).toEqual(sort));

	it.each([undefined, "count:asc", "share", "share:asc", "name", "name:desc"])(
		"is written back unchanged: by=%s",
		(by) => expect(byOfSort(sortOfBy(by, sorting), sorting)).toBe(by),
	);

	it("is left out when it is the default, also for a text column", () => {
		const byName: Sorting = { columns: ["name"], usual: { by: "name", order: "desc" } };
		expect(byOfSort({ by: "name", order: "desc" }, byName)).toBeUndefined();
		expect(byOfSort({ by: "name", order: "asc" }, byName)).toBe("name:asc");
	});
});
