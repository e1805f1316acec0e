import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths, dayOf, daysBetween, isDay, weekdayOf } from "./days.ts";
import {
	bucketsFor,
	type DateRange,
	daysOf,
	NAMED_RANGES,
	neighbourOf,
	rangeOf,
	rangeParameters,
	textOfRange,
} from "./range.ts";

/** Sunday in Berlin, 03:47. */
const NOW = Date.parse("2026-11-22T02:47:00Z");
const BERLIN = "Europe/Berlin";

const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays("1970-01-01", count));
const range: fc.Arbitrary<DateRange> = fc.oneof(
	fc.constantFrom(...NAMED_RANGES).map((kind) => ({ kind })),
	fc.integer({ min: 1, max: 3660 }).map((count) => ({ kind: "days" as const, count })),
	fc.tuple(day, fc.nat(3000)).map(([first, length]) => ({
		kind: "dates" as const,
		first,
		last: addDays(first, length),
	})),
);

describe("a range in the URL", () => {
	it("is unchanged after being written and read", () =>
		fc.assert(
			fc.property(range, (one) => {
				expect(rangeOf(textOfRange(one))).toEqual(one);
			}),
		));

	it.each([
		"",
		"28",
		"0d",
		"-1d",
		"9999d",
		"2026-02-30..2026-03-01",
		"2026-03-02..2026-03-01",
		"x",
	])("is rejected: %s", (text) => expect(rangeOf(text)).toBeUndefined());

	it.each([
		["28d", "2026-10-26", "2026-11-22"],
		["today", "2026-11-22", "2026-11-22"],
		["yesterday", "2026-11-21", "2026-11-21"],
		["mtd", "2026-11-01", "2026-11-22"],
		["lastmonth", "2026-10-01", "2026-10-31"],
		["ytd", "2026-01-01", "2026-11-22"],
		["12mo", "2025-11-23", "2026-11-22"],
		["2026-10-01..2026-10-31", "2026-10-01", "2026-10-31"],
	])("%s covers %s to %s", (text, first, last) =>
		expect(daysOf(rangeOf(text) as DateRange, NOW, BERLIN)).toEqual({ first, last }),
	);

	it("begins with the day of its time zone", () => {
		const today: DateRange = { kind: "today" };
		expect(daysOf(today, NOW, "Pacific/Kiritimati")?.first).toBe("2026-11-22");
		expect(daysOf(today, NOW, "America/Los_Angeles")?.first).toBe("2026-11-21");
	});

	it("is converted to days, to minutes, or to no limit for reports", () => {
		expect(rangeParameters({ kind: "days", count: 7 }, NOW, BERLIN)).toEqual({
			time_zone: BERLIN,
			start_date: "2026-11-16",
			end_date: "2026-11-22",
		});
		expect(rangeParameters({ kind: "24h" }, NOW, BERLIN)).toEqual({
			time_zone: BERLIN,
			past_minutes_start: 1440,
			past_minutes_end: 0,
		});
		expect(rangeParameters({ kind: "all" }, NOW, BERLIN)).toEqual({ time_zone: BERLIN });
	});

	it("has a bucket that suits its length", () => {
		const best = (text: string) => bucketsFor(rangeOf(text) as DateRange, NOW, BERLIN)[0];
		expect(["today", "24h", "7d", "28d", "12mo", "all"].map(best)).toEqual([
			"hour",
			"hour",
			"day",
			"day",
			"month",
			"month",
		]);
	});

	it("has adjacent ranges of the same length, none in the future", () => {
		const week: DateRange = { kind: "days", count: 7 };
		expect(neighbourOf(week, -1, NOW, BERLIN)).toEqual({
			kind: "dates",
			first: "2026-11-09",
			last: "2026-11-15",
		});
		expect(neighbourOf(week, 1, NOW, BERLIN)).toBeUndefined();
	});
});

describe("functions on days", () => {
	it("count days regardless of clock changes", () =>
		fc.assert(
			fc.property(day, fc.integer({ min: -5000, max: 5000 }), (first, count) => {
				const last = addDays(first, count);
				expect(daysBetween(first, last)).toBe(count + 1);
				expect((weekdayOf(first) + count - weekdayOf(last)) % 7).toBeCloseTo(0);
			}),
		));

	it("clamp to the end of the month when adding months", () => {
		expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
		expect(addMonths("2024-02-29", -12)).toBe("2023-02-28");
		expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
	});

	it("accept only days of the calendar", () => {
		expect(isDay("2024-02-29")).toBe(true);
		expect(isDay("2026-02-29")).toBe(false);
		expect(dayOf(Date.parse("2026-10-25T00:30:00Z"), BERLIN)).toBe("2026-10-25");
	});
});
