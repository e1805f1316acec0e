import { describe, expect, it } from "vitest";
import { vitalPoor } from "./vital-poor.ts";

/** Of the largest contentful paint, in ms. */
const poor = 4000;

describe("a poor vital", () => {
	it("is one above the number from which on it is poor, which still needs improvement itself", () => {
		expect(vitalPoor({ value: 4001, samples: 30, poor })).toEqual({
			...{ fires: true, value: 4001, threshold: 4000, samples: 30 },
		});
		expect(vitalPoor({ value: 4000, samples: 30, poor }).fires).toBe(false);
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
