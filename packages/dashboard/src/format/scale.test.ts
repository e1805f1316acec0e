import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FigureUnit } from "./number.ts";
import { highestBelowSpike, tickText, valueScale } from "./scale.ts";

const UNITS: FigureUnit[] = ["count", "ratio", "percent", "seconds", "milliseconds", "shift"];

describe("the scale", () => {
	it.each([
		[1114, "count", [0, 300, 600, 900, 1200]],
		[545, "count", [0, 150, 300, 450, 600]],
		[3, "count", [0, 1, 2, 3, 4]],
		[1, "count", [0, 1, 2]],
		[0, "count", [0, 1, 2]],
		[44.1, "percent", [0, 15, 30, 45, 60]],
		[98, "percent", [0, 25, 50, 75, 100]],
		[105, "seconds", [0, 30, 60, 90, 120]],
		[3230, "milliseconds", [0, 1000, 2000, 3000, 4000]],
		[0.058, "shift", [0, 0.015, 0.03, 0.045, 0.06]],
	] as const)("up to %d in %s has round steps", (max, unit, ticks) =>
		expect(valueScale(max, unit).ticks).toEqual(ticks),
	);

	it("begins at zero, contains the value and wastes at most half of the plot", () =>
		fc.assert(
			fc.property(
				fc.constantFrom(...UNITS),
				fc.double({ min: 0.001, max: 1e9, noNaN: true }),
				fc.constantFrom(2 as const, 4 as const),
				(unit, max, lines) => {
					const { top, ticks } = valueScale(max, unit, lines);
					expect(ticks[0]).toBe(0);
					expect(top).toBeGreaterThanOrEqual(max * (1 - 1e-9));
					expect(ticks.at(-1)).toBe(top);
					expect(top).toBeLessThanOrEqual(unit === "count" ? Math.max(4, max * 2.5) : max * 2.5);
				},
			),
		));

	it.each([
		[0, "count", 1200, "0"],
		[900, "count", 1200, "900"],
		[150_000, "count", 600_000, "150K"],
		[15, "percent", 60, "15%"],
		[90, "seconds", 120, "1m 30s"],
		[3000, "milliseconds", 4000, "3 s"],
		[0.015, "shift", 0.06, "0.015"],
		[50, "money EUR", 200, "€50"],
		[0.5, "money EUR", 2, "€0.5"],
		[150_000, "money EUR", 600_000, "€150K"],
	] as const)("formats %d in %s", (value, unit, top, text) =>
		expect(tickText(value, unit, top, "en")).toBe(text),
	);
});

describe("spikes", () => {
	const usual = [437, 505, 494, 440, 316, 253, 441, 484, 507, 531, 396, 311];

	it("are values three times as high as all others", () => {
		expect(highestBelowSpike([...usual, 9412])).toBe(531);
		expect(highestBelowSpike([...usual, ...usual, 9412, 3120])).toBe(531);
	});

	it("do not include values that are merely high", () =>
		expect(highestBelowSpike([...usual, 1114])).toBeUndefined());

	it("do not include values that occur often", () =>
		expect(highestBelowSpike([...usual, 9412, 9000, 8000])).toBeUndefined());

	it("are not detected in short series or beside zeros", () => {
		expect(highestBelowSpike([1, 1, 90])).toBeUndefined();
		expect(highestBelowSpike([0, 0, 0, 0, 0, 0, 0, 0, 0, 12])).toBeUndefined();
		expect(highestBelowSpike([null, null])).toBeUndefined();
	});
});
