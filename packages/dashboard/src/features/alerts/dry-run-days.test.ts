import { describe, expect, it } from "vitest";
import { dryRunDays, totalSeconds } from "./dry-run-days.ts";

const at = (text: string) => Date.parse(text);
const BERLIN = { now: at("2026-11-29T12:00:00Z"), timeZone: "Europe/Berlin", days: 3 };
const counts = (...firings: { start: number; end: number }[]) =>
	dryRunDays(firings, BERLIN).map(({ firings: count }) => count);

describe("the days of a dry run", () => {
	it("are those of the time zone, the oldest first", () =>
		expect(dryRunDays([], BERLIN).map(({ day }) => new Date(day).toISOString())).toEqual([
			...["2026-11-27T00:00:00.000Z", "2026-11-28T00:00:00.000Z", "2026-11-29T00:00:00.000Z"],
		]));

	it("count a firing on each day that it touches", () => {
		// 23:30 to 00:30 in Berlin.
		expect(counts({ start: at("2026-11-27T22:30:00Z"), end: at("2026-11-27T23:30:00Z") })).toEqual([
			...[1, 1, 0],
		]);
		// It is over at midnight.
		expect(counts({ start: at("2026-11-27T22:30:00Z"), end: at("2026-11-27T23:00:00Z") })).toEqual([
			...[1, 0, 0],
		]);
	});

	it("leave out firings of other days", () =>
		expect(counts({ start: at("2026-11-01T10:00:00Z"), end: at("2026-11-01T11:00:00Z") })).toEqual([
			...[0, 0, 0],
		]));

	it("add up how long it would have fired", () =>
		expect(
			totalSeconds([
				{ start: 0, end: 60_000 },
				{ start: 100_000, end: 130_000 },
			]),
		).toBe(90));
});
