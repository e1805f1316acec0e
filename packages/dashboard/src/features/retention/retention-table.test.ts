import { describe, expect, it } from "vitest";
import { parseWallTime } from "../../format/wall-time.ts";
import { averageLater, cohortsByCalendar, isOver, periodLater } from "./retention-table.ts";

const day = parseWallTime;
const now = day("2026-11-22 16:00:00");

describe("calendar cohorts", () => {
	it("compute the start of a later period", () => {
		expect(periodLater(day("2026-11-01"), 3, "month")).toBe(day("2027-02-01"));
		expect(periodLater(day("2026-11-16"), 1, "week")).toBe(day("2026-11-23"));
	});

	const cohorts = cohortsByCalendar(
		{
			"2026-11-01": { size: 300, percentages: [100, null, null] },
			"2026-10-01": { size: 100, percentages: [100, 20, null] },
			"2026-09-01": { size: 300, percentages: [100, 40, null] },
		},
		{ mode: "month", now, parse: day },
	);

	it("leave out future periods, and show 0 when nobody returned", () =>
		expect(cohorts).toEqual([
			{ start: day("2026-09-01"), size: 300, percentages: [100, 40, 0] },
			{ start: day("2026-10-01"), size: 100, percentages: [100, 20, undefined] },
			{ start: day("2026-11-01"), size: 300, percentages: [100, undefined, undefined] },
		]));

	it("are averaged by their size, over finished periods", () => {
		// The October cohort's next month is November, which is not over.
		expect(averageLater(cohorts, 1, "month", now)).toBe(40);
		expect(averageLater(cohorts, 2, "month", now)).toBeUndefined();
	});

	it("have an unfinished last period", () => {
		expect(isOver(day("2026-10-01"), 1, "month", now)).toBe(false);
		expect(isOver(day("2026-10-01"), 0, "month", now)).toBe(true);
	});
});
