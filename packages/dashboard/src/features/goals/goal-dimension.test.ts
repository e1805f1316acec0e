import { describe, expect, it } from "vitest";
import { byOfDimension, dimensionOfBy, GOAL_DIMENSIONS } from "./goal-dimension.ts";

describe("the breakdown of a goal's conversions", () => {
	it.each(GOAL_DIMENSIONS)("reads %s back from the URL", (dimension) =>
		expect(dimensionOfBy(byOfDimension(dimension))).toBe(dimension),
	);

	it("defaults to the channel when the URL names no dimension or an unknown one", () =>
		expect([undefined, "", "rate:asc", "user_id"].map(dimensionOfBy)).toEqual(
			Array.from({ length: 4 }, () => "channel"),
		));

	it("leaves the default out of the URL", () => expect(byOfDimension("channel")).toBeUndefined());
});
