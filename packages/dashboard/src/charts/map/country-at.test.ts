import { describe, expect, it } from "vitest";
import { countryAt, REACH_PX } from "./country-at.ts";

const TARGETS = [
	{ country: "FR", x: 100, y: 100, width: 60 },
	{ country: "LU", x: 120, y: 80, width: 3 },
	{ country: "SG", x: 300, y: 200, width: 0 },
	{ country: "MY", x: 310, y: 190, width: 90 },
];
const at = (x: number, y: number, reach: number, below?: string) =>
	countryAt({ x, y }, TARGETS, reach, below);

describe("the country that is meant", () => {
	it("is the one below the pointer", () => {
		expect(at(90, 110, REACH_PX.mouse, "FR")).toBe("FR");
		expect(at(500, 10, REACH_PX.mouse)).toBeUndefined();
	});

	it("is a small one beside the pointer, even on another country or on the sea", () => {
		expect(at(125, 84, REACH_PX.mouse, "FR")).toBe("LU");
		expect(at(296, 204, REACH_PX.mouse)).toBe("SG");
	});

	it("is a small one within the reach of a finger", () => {
		expect(at(312, 210, REACH_PX.touch, "MY")).toBe("SG");
		expect(at(312, 210, REACH_PX.mouse, "MY")).toBe("MY");
	});

	it("is the nearest of two", () =>
		expect(
			countryAt(
				{ x: 5, y: 0 },
				[
					{ country: "AD", x: 0, y: 0, width: 0 },
					{ country: "MC", x: 9, y: 0, width: 0 },
				],
				20,
				undefined,
			),
		).toBe("MC"));
});
