import { describe, expect, it } from "vitest";
import { vitalPoor } from "./vital-poor.ts";

/** Of the largest contentful paint, in ms. */
const poor = 4000;

describe("a poor vital", () => {
	it("is one above the number from which on it is poor, by more than its measurements explain", () => {
		const firesAt = (value: number, samples: number) => vitalPoor({ value, samples, poor }).fires;
		expect(vitalPoor({ value: 5200, samples: 30, poor })).toEqual({
			...{ fires: true, value: 5200, threshold: 4000, samples: 30 },
		});
		expect(firesAt(5100, 30)).toBe(false);
		expect([firesAt(4660, 100), firesAt(4620, 100)]).toEqual([true, false]);
		expect([firesAt(4070, 10_000), firesAt(4050, 10_000)]).toEqual([true, false]);
		expect(firesAt(4000, 1e9)).toBe(false);
	});

	it("needs thirty measurements, of whatever size", () => {
		expect(vitalPoor({ value: 90_000, samples: 29, poor })).toEqual({
			...{ fires: undefined, value: 90_000, threshold: 4000, samples: 29, waits: "measurements" },
		});
		expect(vitalPoor({ value: 100, samples: 29, poor }).fires).toBeUndefined();
	});

	it("is unknown without a measurement", () =>
		expect(vitalPoor({ value: null, samples: 0, poor })).toMatchObject({
			...{ fires: undefined, waits: "measurements" },
		}));

	it("is known of a perfect value, which is zero for layout shifts", () =>
		expect(vitalPoor({ value: 0, samples: 100, poor: 0.25 }).fires).toBe(false));
});
