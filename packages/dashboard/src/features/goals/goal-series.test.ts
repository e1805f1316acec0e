import { describe, expect, it } from "vitest";
import { goalPoints, goalPointsBefore } from "./goal-series.ts";

const row = (time: string, goal_id: number, conversions: number) => ({
	time,
	goal_id,
	conversions,
	conversion_rate: conversions / 10,
});
const rows = [row("2026-11-01 00:00:00", 1, 2), row("2026-11-01 00:00:00", 2, 5)];

describe("the series of a goal", () => {
	it("contains only its own conversions", () =>
		expect(goalPoints(rows, 1)).toEqual([{ time: "2026-11-01 00:00:00", value: 2 }]));
	it("gives its rate in per cent", () =>
		expect(goalPoints(rows, 2, "rate")).toEqual([{ time: "2026-11-01 00:00:00", value: 50 }]));
	it("is paired with the comparison bucket, if there is one", () => {
		const compared = [
			{ ...row("2026-11-01 00:00:00", 1, 2), previous: row("2026-10-04 00:00:00", 1, 3) },
			{ ...row("2026-11-01 00:00:00", 2, 2), previous: row("2026-10-04 00:00:00", 2, 9) },
			{ ...row("2026-11-02 00:00:00", 1, 2), previous: null },
		];
		expect(goalPointsBefore(compared, 1, "conversions")).toEqual([
			{ time: "2026-10-04 00:00:00", value: 3 },
			{ time: "", value: null },
		]);
	});
});
