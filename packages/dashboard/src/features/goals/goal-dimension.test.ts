import { describe, expect, it } from "vitest";
import { byOfDimension, dimensionOfBy, GOAL_DIMENSIONS } from "./goal-dimension.ts";

describe("what a goal's conversions are broken down by", () => {
	it.each(GOAL_DIMENSIONS)("%s comes back from the address", (dimension) =>
		expect(dimensionOfBy(byOfDimension(dimension))).toBe(dimension),
	);

	it("is the channel where the address names nothing, or nothing that there is", () =>
		expect([undefined, "", "rate:asc", "user_id"].map(dimensionOfBy)).toEqual(
			Array.from({ length: 4 }, () => "channel"),
		));

	it("is not in the address while it is the usual one", () =>
		expect(byOfDimension("channel")).toBeUndefined());
});
