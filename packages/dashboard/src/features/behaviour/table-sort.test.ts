import { describe, expect, it } from "vitest";
import { byOfSort, sortedRows, sortOfBy } from "./table-sort.ts";

interface Row {
	name: string;
	count: number;
}
const values = { name: ({ name }: Row) => name, count: ({ count }: Row) => count };
const usual = { by: "count", order: "desc" } as const;
const rows = [
	{ name: "b10", count: 1 },
	{ name: "b9", count: 3 },
	{ name: "a", count: 3 },
];

describe("the order of a table", () => {
	it.each([
		[undefined, usual],
		["name:asc", { by: "name", order: "asc" }],
		["name", { by: "name", order: "desc" }],
		["toString", usual],
	])("of by=%s", (by, sort) => expect(sortOfBy(by, values, usual)).toEqual(sort));

	it("is in the address when it is not the usual one", () => {
		expect(byOfSort(usual, usual)).toBeUndefined();
		expect(byOfSort({ by: "count", order: "asc" }, usual)).toBe("count:asc");
	});

	it("sorts numbers, and texts as people do", () => {
		const names = (by: string, order: "asc" | "desc") =>
			sortedRows(rows, { by, order }, values, "en").map(({ name }) => name);
		expect(names("count", "desc")).toEqual(["b9", "a", "b10"]);
		expect(names("name", "asc")).toEqual(["a", "b9", "b10"]);
	});
});
