import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	comparedDays,
	comparisonChoiceOf,
	DERIVED_COMPARISONS,
	type DerivedComparison,
	isUnfinished,
	textOfComparison,
} from "./comparison.ts";
import { daysBetween, weekdayOf } from "./days.ts";
import { type DateRange, daysOf, rangeOf } from "./range.ts";

const NOW = Date.parse("2026-11-22T02:47:00Z");
const BERLIN = "Europe/Berlin";
const compared = (range: string, kind: DerivedComparison) =>
	comparedDays({ kind }, rangeOf(range) as DateRange, NOW, BERLIN);

describe("a comparison", () => {
	it.each([...DERIVED_COMPARISONS, "off", "2026-10-01..2026-10-31"])("round-trips %s", (text) => {
		const choice = comparisonChoiceOf(text);
		expect(choice && textOfComparison(choice)).toBe(text);
	});

	it.each(["", "28d", "today", "nonsense"])("is rejected: %s", (text) =>
		expect(comparisonChoiceOf(text)).toBeUndefined(),
	);

	it.each([
		["28d", "2026-09-28", "2026-10-25"],
		["today", "2026-11-15", "2026-11-15"],
		["10d", "2026-10-30", "2026-11-08"],
		["mtd", "2026-10-04", "2026-10-25"],
	])("of %s with the same weekdays is %s to %s", (range, first, last) =>
		expect(compared(range, "weekdays")).toEqual({ first, last }),
	);

	it.each([
		["10d", "2026-11-03", "2026-11-12"],
		["today", "2026-11-21", "2026-11-21"],
		["mtd", "2026-10-10", "2026-10-31"],
	])("of %s with the days before is %s to %s", (range, first, last) =>
		expect(compared(range, "previous")).toEqual({ first, last }),
	);

	it.each([
		["mtd", "2026-10-01", "2026-10-22"],
		["2026-03-01..2026-03-31", "2026-02-01", "2026-02-28"],
		["2026-01-15..2026-02-14", "2025-12-15", "2026-01-14"],
	])("of %s with the month before is %s to %s", (range, first, last) =>
		expect(compared(range, "month")).toEqual({ first, last }),
	);

	it("keeps weekdays and length, and does not overlap", () =>
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 800 }), (count) => {
				const range: DateRange = { kind: "days", count };
				const now = daysOf(range, NOW, BERLIN);
				const before = comparedDays({ kind: "weekdays" }, range, NOW, BERLIN);
				if (!now || !before) throw new Error("both have days");
				expect(weekdayOf(before.first)).toBe(weekdayOf(now.first));
				expect(daysBetween(before.first, before.last)).toBe(count);
				expect(before.last < now.first).toBe(true);
			}),
		));

	it("with the previous year has the same dates", () =>
		expect(compared("28d", "year")).toEqual({ first: "2025-10-26", last: "2025-11-22" }));

	it.each([
		["2024-02-01..2024-02-28", "2023-02-01", "2023-02-28"],
		["2024-02-29..2024-02-29", "2023-02-28", "2023-02-28"],
		["2025-02-01..2025-02-28", "2024-02-01", "2024-02-28"],
		["2025-02-28..2025-03-01", "2024-02-28", "2024-03-01"],
		["2025-03-31..2025-04-30", "2024-03-31", "2024-04-30"],
	])("of %s with the previous year is %s to %s", (range, first, last) =>
		expect(compared(range, "year")).toEqual({ first, last }),
	);

	it("does not exist for all time, or when it is off", () => {
		expect(compared("all", "previous")).toBeUndefined();
		expect(comparedDays({ kind: "off" }, { kind: "today" }, NOW, BERLIN)).toBeUndefined();
	});

	it("ends early if the range has not ended", () => {
		expect(isUnfinished({ kind: "today" }, NOW, BERLIN)).toBe(true);
		expect(isUnfinished({ kind: "yesterday" }, NOW, BERLIN)).toBe(false);
	});
});
