import { describe, expect, it } from "vitest";
import { isAskedFor, isShorter, layersOff, retentionDaysOf } from "./switch-groups.ts";

describe("bot detection layers", () => {
	it("are disabled in their own order, whichever was switched first", () =>
		expect(layersOff(["rate_anomaly"], "ua_pattern", false)).toEqual([
			"ua_pattern",
			"rate_anomaly",
		]));
	it("can be enabled again", () => expect(layersOff(["bot_asn"], "bot_asn", true)).toEqual([]));
	it("that check browsers exist only for websites", () =>
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
])("parses %j as the days that recordings are kept: %s", (text, days) =>
	expect(retentionDaysOf(text, "replays")).toBe(days),
);

it.each([
	["0", 0],
	["3650", 3650],
	["3651", undefined],
	["-1", undefined],
])("parses %j as the days that events are kept: %s", (text, days) =>
	expect(retentionDaysOf(text, "events")).toBe(days),
);

it("recognizes a shorter retention, where 0 means no limit", () => {
	expect([isShorter(10, 0), isShorter(10, 20)]).toEqual([true, true]);
	expect([isShorter(0, 10), isShorter(20, 10), isShorter(10, 10), isShorter(0, 0)]).toEqual([
		false,
		false,
		false,
		false,
	]);
});
