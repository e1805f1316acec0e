import { describe, expect, it } from "vitest";
import { sortOfBy } from "../shared/list/address-sort.ts";
import type { BreakdownKind } from "./dimensions.ts";
import { breakdownSorting } from "./table-view.ts";

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
