import { describe, expect, it } from "vitest";
import { journeyStateIn, stepFilters, toggledPage, withJourneyState } from "./journey-state.ts";

describe("the ways in the address", () => {
	it("come back, and leave the keys of others alone", () => {
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
	] as const)("are the usual ones for %j", (others) =>
		expect(journeyStateIn(others)).toEqual({ steps: 3, pages: new Map() }),
	);

	it("have a page that is asked for once, and no more the second time", () => {
		const usual = journeyStateIn([]);
		const query = toggledPage(usual, 1, "/pricing");
		expect(stepFilters(query)).toBe('{"1":"/pricing"}');
		expect(stepFilters(toggledPage(query, 1, "/pricing"))).toBeUndefined();
	});
});
