import { describe, expect, it } from "vitest";
import { change } from "./change.ts";

const from = (before: number | null, value: number | null, more: object = {}) =>
	change({ value, before, share: 0.5, direction: "any", isCount: true, ...more });
const measured = { isCount: false };

describe("change", () => {
	it("is met from the share on, in both directions", () => {
		expect(from(1000, 1500)).toEqual({
			...{ fires: true, value: 1500, expected: 1000, threshold: 1500 },
		});
		expect(from(1000, 1499).fires).toBe(false);
		expect(from(1000, 500)).toEqual({ fires: true, value: 500, expected: 1000, threshold: 500 });
		expect(from(1000, 501).fires).toBe(false);
		expect(from(1000, 1000).fires).toBe(false);
	});

	it("heeds the direction that is wanted", () => {
		expect(from(1000, 400, { direction: "up" }).fires).toBe(false);
		expect(from(1000, 400, { direction: "down" }).fires).toBe(true);
		expect(from(1000, 1600, { direction: "down" }).fires).toBe(false);
		expect(from(1000, 1600, { direction: "up" }).fires).toBe(true);
	});

	it("takes from nothing at all what is more than chance, whatever the share", () => {
		expect(from(0, 9).fires).toBe(false);
		expect(from(0, 10).fires).toBe(true);
		expect(from(0, 0).fires).toBe(false);
		expect(from(0, 0, { share: 0 }).fires).toBe(false);
	});

	it("is not met by differences of counts that chance explains", () => {
		expect(from(1, 2).fires).toBe(false);
		expect(from(10, 20).fires).toBe(false);
		// Three standard deviations of both counts.
		expect(from(20, 40).fires).toBe(false);
		expect(from(20, 45).fires).toBe(true);
	});

	it("knows of measured values no chance, only the share", () => {
		expect(from(2, 3, measured).fires).toBe(true);
		expect(from(2, 2.9, measured).fires).toBe(false);
		expect(from(0, 0, measured).fires).toBe(false);
		expect(from(0, 0.1, measured).fires).toBe(true);
	});

	it("compares sums below zero, such as days with more refunds than sales, by their size", () => {
		expect(from(-100, -160, measured).fires).toBe(true);
		expect(from(-100, -140, measured).fires).toBe(false);
		expect(from(-100, 100, { ...measured, direction: "up" }).fires).toBe(true);
		expect(from(100, -100, { ...measured, direction: "up" }).fires).toBe(false);
	});

	it("says what it waits for", () => {
		expect(from(100, null)).toEqual({ fires: undefined, value: null, waits: "measurements" });
		expect(from(null, 100)).toEqual({ fires: undefined, value: 100, waits: "history" });
	});
});
