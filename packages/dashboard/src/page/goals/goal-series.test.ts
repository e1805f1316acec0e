import { describe, expect, it } from "vitest";
import { goalPoints } from "./goal-series.ts";

const row = (time: string, goal_id: number, conversions: number) => ({
	time,
	goal_id,
	conversions,
	conversion_rate: conversions / 10,
});
const rows = [row("2026-11-01 00:00:00", 1, 2), row("2026-11-01 00:00:00", 2, 5)];

describe("the series of a goal", () => {
	it("has its conversions alone", () =>
		expect(goalPoints(rows, 1)).toEqual([{ time: "2026-11-01 00:00:00", value: 2 }]));
	it("has its rate in per cent", () =>
		expect(goalPoints(rows, 2, "rate")).toEqual([{ time: "2026-11-01 00:00:00", value: 50 }]));
});
