import { describe, expect, it } from "vitest";
import { isAskedFor, isShorter, layersOff, retentionDaysOf } from "./switch-groups.ts";

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
])("recordings are kept for %j: %s", (text, days) =>
	expect(retentionDaysOf(text, "replays")).toBe(days),
);

it.each([
	["0", 0],
	["3650", 3650],
	["3651", undefined],
	["-1", undefined],
])("events are kept for %j: %s", (text, days) =>
	expect(retentionDaysOf(text, "events")).toBe(days),
);

it("asks before fewer days are kept, where 0 is as many as can be", () => {
	expect([isShorter(10, 0), isShorter(10, 20)]).toEqual([true, true]);
	expect([isShorter(0, 10), isShorter(20, 10), isShorter(10, 10), isShorter(0, 0)]).toEqual([
		false,
		false,
		false,
		false,
	]);
});
