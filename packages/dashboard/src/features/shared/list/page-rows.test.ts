import { describe, expect, it } from "vitest";
import { pageRows } from "./page-rows.ts";

describe("the pages of a list with 50 rows each", () => {
	it.each([
		[1, 18, { first: 1, last: 18, lastPage: 1 }],
		[1, 50, { first: 1, last: 50, lastPage: 1 }],
		[2, 120, { first: 51, last: 100, lastPage: 3 }],
		[3, 120, { first: 101, last: 120, lastPage: 3 }],
		[1, 0, { first: 0, last: 0, lastPage: 1 }],
	])("page %d of %d rows", (page, rowCount, rows) =>
		expect(pageRows({ page, perPage: 50, rowCount })).toEqual(rows),
	);
});
