import { describe, expect, it } from "vitest";
import { below } from "./below.ts";

describe("below", () => {
	it("is met by less than the number, and not by the number itself", () => {
		expect(below(99, 100)).toEqual({ fires: true, value: 99, threshold: 100 });
		expect(below(100, 100).fires).toBe(false);
		expect(below(101, 100).fires).toBe(false);
	});

	it("is met by an empty window, whose count is zero", () => {
		expect(below(0, 1).fires).toBe(true);
		expect(below(0, 0).fires).toBe(false);
	});

	it("is neither met nor unmet where nothing was measured: an unknown rate is not a low one", () =>
		expect(below(null, 1)).toEqual({
			...{ fires: undefined, value: null, threshold: 1, waits: "measurements" },
		}));
});
