import { describe, expect, it } from "vitest";
import type { SiteNumber } from "./ids.ts";
import {
	type BotVerdict,
	decodeQueuedEvent,
	encodeQueuedEvent,
	type QueuedEvent,
} from "./queued-event.ts";

const plain: QueuedEvent = {
	v: 1,
	id: "a",
	site: 7 as SiteNumber,
	receivedAt: 1_795_000_000_123,
	occurredAt: 1_795_000_000_000,
	type: "pageview",
	eventName: "",
	properties: "{}",
	visitor: "0123456789abcdef",
	identifiedUser: "",
	hostname: "example.com",
	pathname: "/",
	querystring: "",
	pageTitle: "Ω \u0000 \ud800",
	referrer: "",
	channel: "Direct",
	urlParameters: { utm_source: "x" },
	tag: "",
	featureFlags: {},
	browser: "Chrome",
	browserVersion: "141",
	operatingSystem: "Linux",
	operatingSystemVersion: "",
	deviceType: "Desktop",
	language: "en",
	screenWidth: 1920,
	screenHeight: 1080,
	country: "",
	region: "",
	city: "",
	latitude: 0,
	longitude: -0.1,
	timezone: "",
	asn: 0,
	asnOrganization: "",
	pageId: "",
	sequence: -1,
};

const bot: BotVerdict = {
	layers: ["ua_pattern"],
	category: "ai",
	matchedPattern: "GPTBot",
	name: "GPTBot",
	operator: "OpenAI",
	purpose: "ai_training",
};

describe("a queued event", () => {
	it.each([
		["with the fields of every event", plain],
		[
			"with some optional fields",
			{ ...plain, visitorYesterday: "fedcba9876543210", lcp: 0, scrollDepth: 80 },
		],
		["of an app", { ...plain, deviceModel: "Pixel 9", appVersion: "2.1.0" }],
		["of a bot", { ...plain, ip: "192.0.2.1", bot }],
	])("%s survives a round trip through bytes, at any place in a larger buffer", (_, event) => {
		const bytes = encodeQueuedEvent(event);
		const larger = Buffer.concat([Buffer.from("xx"), bytes, Buffer.from("yy")]);
		expect(decodeQueuedEvent(larger.subarray(2, 2 + bytes.length))).toEqual(event);
	});

	it("can still be read from a record of a version without app fields", () => {
		const record = `[1,"a",7,1795000000123,1795000000000,"pageview","","{}","0123456789abcdef","","example.com","/","","Ω \\u0000 \\ud800","","Direct",{"utm_source":"x"},"",{},"Chrome","141","Linux","","Desktop","en",1920,1080,"","","",0,-0.1,"",0,"","",-1,"fedcba9876543210","192.0.2.1",1,2,3,4,5,6,7,${JSON.stringify(bot)}]`;
		expect(decodeQueuedEvent(Buffer.from(record))).toEqual({
			...plain,
			visitorYesterday: "fedcba9876543210",
			ip: "192.0.2.1",
			lcp: 1,
			cls: 2,
			inp: 3,
			fcp: 4,
			ttfb: 5,
			msVisible: 6,
			scrollDepth: 7,
			bot,
		});
	});

	it.each(["", "null", "1", "{}", '{"v":1}', "[]", "[1]", '[2,"a"]'])(
		"is not read from %j",
		(text) => expect(() => decodeQueuedEvent(Buffer.from(text))).toThrow(),
	);
});
