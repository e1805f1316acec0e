import { describe, expect, it } from "vitest";
import { nearestName, unknownName } from "./nearest-name.ts";

const FIELDS = ["name", "expiresIn", "permissions", "rateLimitMax", "blockBots", "public"];
const PARAMETERS = ["start_date", "end_date", "time_zone", "limit", "page"];

describe("the intended name", () => {
	it.each([
		["scopes", "permissions"],
		["expires", "expiresIn"],
		["expiresAt", "expiresIn"],
		["expires_in", "expiresIn"],
		["permission", "permissions"],
		["Name", "name"],
		["blockBot", "blockBots"],
		["isPublic", "public"],
	])("for the field %s is %s", (name, meant) => expect(nearestName(name, FIELDS)).toBe(meant));

	it.each([
		["strat_date", "start_date"],
		["startDate", "start_date"],
		["limt", "limit"],
		["timezone", "time_zone"],
	])("for the parameter %s is %s", (name, meant) =>
		expect(nearestName(name, PARAMETERS)).toBe(meant),
	);

	it.each(["colour", "x", "", "n".repeat(100_000), "__proto__", "constructor"])(
		"is unknown for %j",
		(name) => expect(nearestName(name, FIELDS)).toBeUndefined(),
	);

	it("is suggested in the message, or else all known names are listed", () => {
		expect(unknownName("field", "scopes", FIELDS)).toBe(
			'Unknown field "scopes": did you mean permissions?',
		);
		expect(unknownName("field", "colour", ["name", "public"])).toBe(
			'Unknown field "colour": valid names are name, public',
		);
		expect(unknownName("field", "colour", [])).toBe(
			'Unknown field "colour": see /api/openapi.json for valid names',
		);
	});
});
