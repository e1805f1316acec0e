import { describe, expect, it } from "vitest";
import { AlertRule } from "./alert-rule.ts";
import { above } from "./conditions/above.ts";
import { below } from "./conditions/below.ts";
import { vitalPoor } from "./conditions/vital-poor.ts";
import { firingsOf } from "./firings-of.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 10, 12);

/** When a rule fires whose metric has these values in the minutes from noon on, as minutes after it. */
const firingsIn = (
	values: readonly (number | null)[],
	{
		verdictOf,
		...more
	}: { verdictOf: (value: number | null) => ReturnType<typeof above>; for?: number },
) =>
	firingsOf(
		AlertRule.parse({ condition: "above", window: "5m", cooldownMinutes: 0, ...more }),
		values.map((_, minute) => NOON + minute * MINUTE),
		(now) => verdictOf(values[(now - NOON) / MINUTE] ?? null),
	).map(({ start, end, value }) => [
		(start - NOON) / MINUTE,
		end === undefined ? undefined : (end - NOON) / MINUTE,
		value,
	]);

const exceeds = { verdictOf: (value: number | null) => above(value, 10) };

describe("the times that a rule fires", () => {
	it("begin with the first value beyond the number and end once none was for some minutes", () =>
		expect(firingsIn([10, 11, 12, 10, 10, 10, 10, 10, 10], exceeds)).toEqual([[1, 8, 11]]));

	it("are one time if values move around the number", () =>
		expect(firingsIn([11, 10, 11, 10, 11, 10, 11], exceeds)).toEqual([[0, undefined, 11]]));

	it("begin after the minutes for which the condition must be met, without a break", () => {
		expect(firingsIn([11, 11, 11, 13], { ...exceeds, for: 3 })).toEqual([[3, undefined, 13]]);
		expect(firingsIn([11, 11, 10, 11, 11], { ...exceeds, for: 3 })).toEqual([]);
	});

	it("neither begin nor end while nothing is measured", () => {
		expect(firingsIn([null, null, 11, ...Array(9).fill(null)], exceeds)).toEqual([
			[2, undefined, 11],
		]);
		const low = { verdictOf: (value: number | null) => below(value, 1) };
		expect(firingsIn([5, null, null], low)).toEqual([]);
		expect(firingsIn([5, 0], low)).toEqual([[1, undefined, 0]]);
	});

	it("keep waiting while nothing is measured in the minutes for which the condition must be met", () =>
		expect(firingsIn([11, null, null, 12], { ...exceeds, for: 3 })).toEqual([[3, undefined, 12]]));

	it("go on while a vital has too few measurements, as at night", () => {
		const poor = (value: number | null) =>
			vitalPoor({ value, samples: value === null ? 3 : 100, poor: 4000 });
		expect(
			firingsIn([3000, 5000, ...Array(20).fill(null), 5000, ...Array(7).fill(3000)], {
				verdictOf: poor,
			}),
		).toEqual([[1, 28, 5000]]);
	});
});
