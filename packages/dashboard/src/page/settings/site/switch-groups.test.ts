import { describe, expect, it } from "vitest";
import { isAskedFor, layersOff, retentionDaysOf } from "./switch-groups.ts";

describe("layers that look for bots", () => {
	it("are off in their own order, whichever was switched first", () =>
		expect(layersOff(["rate_anomaly"], "ua_pattern", false)).toEqual([
			"ua_pattern",
			"rate_anomaly",
		]));
	it("are on again", () => expect(layersOff(["bot_asn"], "bot_asn", true)).toEqual([]));
	it("look at browsers for websites alone", () =>
		expect([isAskedFor("ua_pattern", "mobile"), isAskedFor("bot_asn", "mobile")]).toEqual([
			false,
			true,
		]));
});

it.each([
	["1", 1],
	["365", 365],
	["0", undefined],
	["366", undefined],
	["1.5", undefined],
	["", undefined],
])("recordings are kept for %j: %s", (text, days) => expect(retentionDaysOf(text)).toBe(days));
