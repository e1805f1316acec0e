import { describe, expect, it } from "vitest";
import { changePointOf, departureOf } from "./change-point.ts";

const WEEK = [100, 90, 95, 92, 88, 40, 35];
/** Two weeks of days, the second part of which is changed by a number. */
const days = (from: number, by: number) =>
	[...WEEK, ...WEEK].map((value, place) => ({
		phase: place % 7,
		value: place >= from ? value + by : value,
	}));
const ofOnePhase = (values: readonly number[]) => values.map((value) => ({ phase: 0, value }));

describe("the place from which a series departs", () => {
	it.each([5, 7, 9, 11])("is the day of a step, whatever the day of the week: %i", (day) =>
		expect(changePointOf(days(day, -30))).toBe(day),
	);

	it("is unknown for a series without a step", () =>
		expect(changePointOf(days(14, 0))).toBeUndefined());

	it("is the day of the first unit of a segment that was never there before", () =>
		expect(departureOf(ofOnePhase([0, 0, 0, 0, 0, 1, 30, 31]), 4)).toBe(5));

	it("is the day after the last unit of a segment that is gone", () =>
		expect(departureOf(ofOnePhase([30, 31, 2, 0, 0, 0, 0, 0]), 4)).toBe(3));

	it("is the step of a segment that is there in both periods", () =>
		expect(departureOf(ofOnePhase([10, 12, 11, 10, 11, 40, 42, 41]), 4)).toBe(5));
});
