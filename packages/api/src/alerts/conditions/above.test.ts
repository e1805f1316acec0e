import { describe, expect, it } from "vitest";
import { above } from "./above.ts";

describe("above", () => {
	it("is met by more than the number, and not by the number itself", () => {
		expect(above(101, 100)).toEqual({ fires: true, value: 101, threshold: 100 });
		expect(above(100, 100).fires).toBe(false);
		expect(above(99, 100).fires).toBe(false);
	});

	it("compares zero and negative numbers as they are", () => {
		expect(above(0, 0).fires).toBe(false);
		expect(above(0, -1).fires).toBe(true);
		expect(above(-2, -1).fires).toBe(false);
	});

	it("is neither met nor unmet where nothing was measured", () =>
		expect(above(null, -1)).toEqual({
			...{ fires: undefined, value: null, threshold: -1, waits: "measurements" },
		}));
});
