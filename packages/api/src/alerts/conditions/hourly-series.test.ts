import { describe, expect, it } from "vitest";
import {
	type HourlySeries,
	isLeftOut,
	lastActiveHour,
	leftOutUntil,
	onlyKnown,
	valueBetween,
} from "./hourly-series.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const sums = (...values: number[]): HourlySeries => ({ firstHour: 100, values, isSum: true });
const hour = (nth: number) => (100 + nth) * HOUR;

describe("a series of hours", () => {
	it("gives windows their share of the hours that they begin and end in", () =>
		expect(valueBetween(sums(60, 120), hour(0.5), hour(1.25))).toBe(60));

	it("knows no sum of a window with an unknown hour", () => {
		expect(valueBetween(sums(60, Number.NaN, 60), hour(0), hour(3))).toBeNull();
		expect(valueBetween(sums(60), hour(0), hour(2))).toBeNull();
	});

	it("has the mean of the measured hours where hours do not add up", () => {
		const means = { ...sums(2, Number.NaN, 4), isSum: false };
		expect(valueBetween(means, hour(0), hour(3))).toBe(3);
		expect(valueBetween(means, hour(1), hour(2))).toBeNull();
	});

	it("finds the last hour in which anything happened", () => {
		expect(lastActiveHour(sums(0, 3, 0, Number.NaN), 104)).toBe(101);
		expect(lastActiveHour(sums(0, 0), 102)).toBeUndefined();
	});
});

describe("what must not count", () => {
	const known = (leftOut: { from: number; to: number }[], ...values: number[]) => [
		...onlyKnown(Float32Array.from(values), 100, leftOut),
	];

	it("are the hours before the first one in which anything happened", () =>
		expect(known([], 0, 0, 5, 0)).toEqual([Number.NaN, Number.NaN, 5, 0]));

	it("are hours of which more than a sixth is missing", () => {
		expect(known([{ from: hour(1.9), to: hour(2.5) }], 1, 2, 3, 4)).toEqual([1, 2, Number.NaN, 4]);
		expect(known([{ from: hour(1), to: hour(1) + 9 * MINUTE }], 1, 2)).toEqual([1, 2]);
	});

	it("are all hours of a time that begins before the series and ends after it", () =>
		expect(known([{ from: 0, to: hour(9) }], 1, 2)).toEqual([Number.NaN, Number.NaN]));

	it("are hours before the first one that counts, too", () =>
		expect(known([{ from: hour(0), to: hour(1) }], 7, 0, 3)).toEqual([Number.NaN, Number.NaN, 3]));
});

describe("a window", () => {
	const gap = { from: hour(1), to: hour(2) };

	it("is left out if ten minutes of it are, or a sixth of a short one", () => {
		expect(isLeftOut({ from: hour(1) - 50 * MINUTE, to: hour(1) + 10 * MINUTE }, [gap])).toBe(true);
		expect(isLeftOut({ from: hour(1) - 51 * MINUTE, to: hour(1) + 9 * MINUTE }, [gap])).toBe(false);
		expect(isLeftOut({ from: hour(1) - 4 * MINUTE, to: hour(1) + MINUTE }, [gap])).toBe(true);
		expect(isLeftOut({ from: hour(2), to: hour(3) }, [gap])).toBe(false);
	});

	it("knows up to when nothing counted", () => {
		expect(leftOutUntil(hour(5), [gap, { from: hour(6), to: hour(7) }])).toBe(hour(2));
		expect(leftOutUntil(hour(1.5), [gap])).toBe(hour(1.5));
		expect(leftOutUntil(hour(1), [gap])).toBe(0);
	});
});
