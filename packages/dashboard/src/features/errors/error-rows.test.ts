import { expect, it } from "vitest";
import { sortOfBy } from "../shared/list/address-sort.ts";
import { sortedRows } from "../shared/list/table-sort.ts";
import {
	ERROR_SORTING,
	type ErrorRow,
	errorFreeShare,
	pageOfNames,
	SORTED_BY,
} from "./error-rows.ts";

const row = (value: string, count: number, lastSeen: string): ErrorRow => ({
	...{ value, errorId: value, errorName: "TypeError", percentage: 1, lastSeen },
	...{ count, sessionCount: count, userCount: count },
});
const rows = [row("b", 3, "2026-11-01"), row("a", 2, "2026-11-20"), row("c", 2, "2026-11-03")];

it.each([
	[undefined, "bac"],
	["count:asc", "acb"],
	["last", "acb"],
	["error", "abc"],
	["nonsense", "bac"],
])("sorts rows by %s", (by, order) =>
	expect(
		sortedRows(rows, sortOfBy(by, ERROR_SORTING), SORTED_BY, "en")
			.map(({ value }) => value)
			.join(""),
	).toBe(order),
);

it("accepts rows with and without their total", () => {
	expect(pageOfNames(rows)).toEqual({ rows, rowCount: 3 });
	expect(pageOfNames({ data: rows, totalCount: 9 })).toEqual({ rows, rowCount: 9 });
});

it("has no error-free share without sessions", () => {
	expect(errorFreeShare(200, 5)).toBe(97.5);
	expect(errorFreeShare(0, 0)).toBeNull();
});
