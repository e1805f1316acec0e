import { describe, expect, it } from "vitest";
import { activityCalendar } from "./activity.ts";

describe("the calendar of a person", () => {
	// 18 November 2026 is a Wednesday.
	const calendar = activityCalendar(
		[
			{ date: "2026-11-09", sessions: 2 },
			{ date: "2026-11-18", sessions: 1 },
			{ date: "2026-01-01", sessions: 9 },
		],
		"2026-11-18",
		2,
	);

	it("has whole weeks, the last one unfinished", () => {
		expect(calendar.weeks).toEqual(["2026-11-09", "2026-11-16"]);
		expect(calendar.rows.map((row) => row.map((day) => day?.sessions))).toEqual([
			[2, 0],
			[0, 0],
			[0, 1],
			[0, undefined],
			[0, undefined],
			[0, undefined],
			[0, undefined],
		]);
	});
});
