import { describe, expect, it } from "vitest";
import { sortedRows } from "./table-sort.ts";

interface Row {
	name: string;
	count: number;
}
const values = { name: ({ name }: Row) => name, count: ({ count }: Row) => count };
const rows = [
	{ name: "b10", count: 1 },
	{ name: "b9", count: 3 },
	{ name: "a", count: 3 },
];

describe("the order of a table", () => {
	it("compares numbers numerically, and texts in the viewer's language", () => {
		const names = (by: string, order: "asc" | "desc") =>
			sortedRows(rows, { by, order }, values, "en").map(({ name }) => name);
		expect(names("count", "desc")).toEqual(["b9", "a", "b10"]);
		expect(names("name", "asc")).toEqual(["a", "b9", "b10"]);
	});
});
