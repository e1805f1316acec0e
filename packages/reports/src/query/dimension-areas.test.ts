import { describe, expect, it } from "vitest";
import { areasOfDimension } from "./dimension-areas.ts";
import { FILTER_PARAMETERS } from "./dimensions.ts";

describe("the areas of a dimension", () => {
	it.each([
		["pathname", "pages"],
		["referrer", "sources"],
		["url_param:ref", "sources"],
		["country", "places"],
		["browser_version", "devices"],
		["prop:plan", "events"],
		["feature_flag:new", "events"],
		["user_id", "users"],
		["bot_name", "bots"],
		["session_duration", "sessions"],
		["goal", "goals"],
	])("of %s is %s", (parameter, area) => expect(areasOfDimension(parameter)).toEqual([area]));

	it("of a query string are two, because it contains campaigns", () =>
		expect(areasOfDimension("querystring")).toEqual(["pages", "sources"]));

	it("include events for few dimensions", () =>
		expect(FILTER_PARAMETERS.filter((one) => areasOfDimension(one).includes("events"))).toEqual([
			"event_name",
			"tag",
		]));
});
