import { describe, expect, it } from "vitest";
import { journeyStateIn, stepFilters, toggledPage, withJourneyState } from "./journey-state.ts";

describe("the journey state in the URL", () => {
	it("is read back, and leaves unknown keys unchanged", () => {
		const state = {
			steps: 4,
			pages: new Map([
				[1, "/a~b"],
				[0, "/"],
			]),
		};
		const others = withJourneyState(
			[
				["embed", "1"],
				["step", "2~/old"],
			],
			state,
		);
		expect(others).toEqual([
			["embed", "1"],
			["steps", "4"],
			["step", "0~/"],
			["step", "1~/a~b"],
		]);
		expect(journeyStateIn(others)).toEqual(state);
	});

	it.each([
		[[["steps", "1"]]],
		[[["steps", "x"]]],
		[
			[
				["steps", "11"],
				["step", "/pricing"],
			],
		],
		[[["step", "5~/x"]]],
	] as const)("has the defaults for %j", (others) =>
		expect(journeyStateIn(others)).toEqual({ steps: 3, pages: new Map() }),
	);

	it("toggles a required page: the first click adds it, the second removes it", () => {
		const usual = journeyStateIn([]);
		const query = toggledPage(usual, 1, "/pricing");
		expect(stepFilters(query)).toBe('{"1":"/pricing"}');
		expect(stepFilters(toggledPage(query, 1, "/pricing"))).toBeUndefined();
	});
});
