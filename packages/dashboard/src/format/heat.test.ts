import { describe, expect, it } from "vitest";
import { cohortsOf, heatLevel } from "./heat.ts";
import { DAY_MS, parseWallTime } from "./wall-time.ts";

describe("the levels of a heat map", () => {
	it.each([
		[0, 0],
		[null, 0],
		[1, 1],
		[25, 1],
		[26, 2],
		[75, 3],
		[76, 4],
		[100, 4],
	])("%s of 100 is level %d", (value, level) => expect(heatLevel(value, 100)).toBe(level));

	it("are all 0 when the maximum is 0", () => expect(heatLevel(0, 0)).toBe(0));
});

describe("cohorts", () => {
	it("distinguish nobody from a future period, and are in order of time", () =>
		expect(
			cohortsOf(
				{
					"2026-11-16": { size: 4, percentages: [100, null, null] },
					"2026-11-09": { size: 8, percentages: [100, null, null] },
				},
				{ periodMs: 7 * DAY_MS, now: parseWallTime("2026-11-22"), parse: parseWallTime },
			),
		).toEqual([
			{ start: parseWallTime("2026-11-09"), size: 8, percentages: [100, 0, undefined] },
			{ start: parseWallTime("2026-11-16"), size: 4, percentages: [100, undefined, undefined] },
		]));
});
