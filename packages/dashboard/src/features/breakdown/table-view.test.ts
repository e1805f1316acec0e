import { describe, expect, it } from "vitest";
import { sortOfBy } from "../shared/list/address-sort.ts";
import type { BreakdownKind } from "./dimensions.ts";
import { breakdownSorting, pageCount, ROWS_PER_PAGE, rowsOfPage } from "./table-view.ts";

describe("the order of a table", () => {
	it.each<[string | undefined, BreakdownKind, string, "asc" | "desc"]>([
		[undefined, "pages", "count", "desc"],
		["bounce_rate", "pages", "bounce_rate", "desc"],
		["bounce_rate:asc", "sessions", "bounce_rate", "asc"],
		["value", "sessions", "value", "asc"],
		["value:desc", "links", "value", "desc"],
		["pageviews", "sessions", "count", "desc"],
		["constructor", "pages", "count", "desc"],
		["count:sideways", "pages", "count", "desc"],
	])("reads %s for %s as %s, %s", (by, kind, column, order) =>
		expect(sortOfBy(by, breakdownSorting(kind))).toEqual({ by: column, order }),
	);
});

describe("the pages of a table", () => {
	it.each([
		[1, 18, { first: 1, last: 18 }],
		[2, 120, { first: ROWS_PER_PAGE + 1, last: 2 * ROWS_PER_PAGE }],
		[3, 120, { first: 2 * ROWS_PER_PAGE + 1, last: 120 }],
		[1, 0, { first: 0, last: 0 }],
	])("page %d of %d rows", (page, rows, shown) => expect(rowsOfPage(page, rows)).toEqual(shown));

	it("counts at least one page", () => expect([0, 50, 51].map(pageCount)).toEqual([1, 1, 2]));
});
