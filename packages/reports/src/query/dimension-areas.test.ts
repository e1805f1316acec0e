import { describe, expect, it } from "vitest";
import { areaOfDimension } from "./dimension-areas.ts";
import { FILTER_PARAMETERS } from "./dimensions.ts";

describe("the area of a dimension", () => {
	it.each([
		["pathname", "pages"],
		["referrer", "sources"],
		["url_param:ref", "sources"],
		["country", "places"],
		["browser_version", "devices"],
		["prop:plan", "events"],
		["feature_flag:new", "events"],
		["user_id", "users"],
		["session_duration", "sessions"],
	])("of %s is %s", (parameter, area) => expect(areaOfDimension(parameter)).toBe(area));

	it("is events for few", () =>
		expect(FILTER_PARAMETERS.filter((one) => areaOfDimension(one) === "events")).toEqual([
			"event_name",
			"tag",
		]));
});
