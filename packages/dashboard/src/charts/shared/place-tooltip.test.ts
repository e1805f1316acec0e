import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeTooltip } from "./place-tooltip.ts";

const wide = { width: 900, height: 220 };
const box = { width: 180, height: 90 };

describe("the position of a tooltip", () => {
	it("is right of the column if it fits, else left", () => {
		expect(placeTooltip(wide, box, 100, [110])).toEqual({ left: 112, top: 65 });
		expect(placeTooltip(wide, box, 890, [110])).toEqual({ left: 698, top: 65 });
	});

	it("is below or above the point when neither side fits", () => {
		const narrow = { width: 230, height: 220 };
		expect(placeTooltip(narrow, box, 115, [20])).toEqual({ left: 25, top: 130 });
		expect(placeTooltip(narrow, box, 115, [200])).toEqual({ left: 25, top: 0 });
	});

	it("is above the plot when points are everywhere", () =>
		expect(placeTooltip({ width: 230, height: 120 }, box, 115, [20, 100]).top).toBe(-90));

	it("never covers a point", () =>
		fc.assert(
			fc.property(
				fc.integer({ min: 150, max: 1400 }),
				fc.integer({ min: 60, max: 400 }),
				fc.record({
					width: fc.integer({ min: 80, max: 290 }),
					height: fc.integer({ min: 20, max: 220 }),
				}),
				fc.double({ min: 0, max: 1, noNaN: true }),
				fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 7 }),
				(width, height, tooltip, share, shares) => {
					const x = share * width;
					const points = shares.map((one) => one * height);
					const { left, top } = placeTooltip({ width, height }, tooltip, x, points);
					for (const y of points) {
						const isBeside = x < left || x > left + tooltip.width;
						expect(isBeside || y < top || y > top + tooltip.height).toBe(true);
					}
				},
			),
		));
});
