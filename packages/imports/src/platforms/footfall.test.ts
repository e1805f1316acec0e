import type { QueuedEvent } from "@footfall/shared/queued-event";
import { describe, expect, it } from "vitest";
import { readFootfall } from "./footfall.ts";

/** An event with only these fields known. */
const queuedEventOf = (given: Partial<QueuedEvent>) => ({
	v: 1,
	site: 0,
	type: "pageview",
	eventName: "",
	properties: "{}",
	identifiedUser: "",
	pathname: "",
	querystring: "",
	hostname: "",
	pageTitle: "",
	referrer: "",
	channel: "",
	urlParameters: {},
	tag: "",
	featureFlags: {},
	browser: "",
	browserVersion: "",
	operatingSystem: "",
	operatingSystemVersion: "",
	language: "",
	country: "",
	region: "",
	city: "",
	latitude: 0,
	longitude: 0,
	timezone: "",
	asn: 0,
	asnOrganization: "",
	screenWidth: 0,
	screenHeight: 0,
	deviceType: "",
	pageId: "",
	sequence: -1,
	...given,
});

const LINE = {
	kind: "bot",
	timestamp: "2026-03-03 09:00:00.000",
	event_id: "crawl",
	type: "pageview",
	user_id: "00000000000000aa",
	ua_pattern: 1,
	header_heuristics: 0,
	client_signals: 0,
	bot_asn: 1,
	rate_anomaly: 0,
	bot_category: "ai",
	matched_ua_pattern: "GPTBot",
	bot_name: "GPTBot",
	bot_operator: "OpenAI",
	bot_purpose: "ai_training",
};
const NAMED = {
	layers: ["ua_pattern", "bot_asn"],
	category: "ai",
	matchedPattern: "GPTBot",
	name: "GPTBot",
	operator: "OpenAI",
	purpose: "ai_training",
};
const verdictOf = (line: object) => readFootfall({ ...line }).events[0]?.event.bot;

describe("a bot's request in an export", () => {
	it("is restored with its whole verdict", () => {
		const line = {
			...LINE,
			bot_claim: "verified",
			asn_provider: "Microsoft Azure",
			evidence: ["GPTBot in the user agent", "AS8075"],
		};
		expect(verdictOf(line)).toEqual({
			...NAMED,
			claim: "verified",
			asnProvider: "Microsoft Azure",
			evidence: ["GPTBot in the user agent", "AS8075"],
		});
	});

	it("is restored from Parquet, where a list is text", () => {
		expect(verdictOf({ ...LINE, evidence: '["GPTBot in the user agent","AS8075"]' })).toEqual({
			...NAMED,
			claim: "",
			asnProvider: "",
			evidence: ["GPTBot in the user agent", "AS8075"],
		});
	});

	it("of an older version, or with an unknown claim, is restored without a verdict", () => {
		const without = { ...NAMED, claim: "", asnProvider: "", evidence: [] };
		expect(verdictOf(LINE)).toEqual(without);
		expect(verdictOf({ ...LINE, bot_claim: "sworn", evidence: "GPTBot" })).toEqual(without);
	});
});

describe("an event in an export", () => {
	const LINE = {
		kind: "event",
		timestamp: "2026-03-03 09:00:00.000",
		event_id: "one",
		type: "pageview",
		user_id: "00000000000000aa",
		session_id: "00000000000000bb",
	};
	const eventOf = (line: object) => readFootfall({ ...LINE, ...line }).events[0]?.event;

	it.each([[{ price: 3 }], ['{"price":3}']])("keeps the properties %j", (properties) =>
		expect(eventOf({ properties })).toMatchObject({ properties: '{"price":3}' }),
	);

	it("is restored with the device and app details sent by an app", () =>
		expect(eventOf({ device_model: "Pixel 9", app_version: "2.1.0" })).toMatchObject({
			deviceModel: "Pixel 9",
			appVersion: "2.1.0",
		}));

	it("is restored with its money, exactly", () =>
		expect(
			eventOf({ revenue: "-999999999999.9999", currency: "EUR", order_id: "A-1" }),
		).toMatchObject({ revenue: "-999999999999.9999", currency: "EUR", orderId: "A-1" }));

	it.each([
		{ revenue: "0", currency: "" },
		{ revenue: "1,5", currency: "EUR" },
		{ revenue: "5", currency: "EURO" },
		{ currency: "EUR" },
	])("has no money in %j", (line) => {
		const { revenue, currency } = eventOf(line) ?? {};
		expect([revenue, currency]).toEqual([undefined, undefined]);
	});

	it("has the required fields only, if the line has no others", () => {
		const at = Date.parse("2026-03-03T09:00:00Z");
		expect(eventOf({})).toEqual(
			queuedEventOf({ id: "one", visitor: LINE.user_id, receivedAt: at, occurredAt: at }),
		);
	});
});

describe("another line of an export", () => {
	it("is read as a definition, without text that a database refuses", () => {
		const line = { kind: "goal", name: "a\0b", config: { eventName: "half\uD800" } };
		expect(readFootfall(line).definitions).toEqual([
			{
				kind: "goal",
				content: { kind: "goal", name: "a\uFFFDb", config: { eventName: "half\uFFFD" } },
			},
		]);
	});

	it("is read as a daily figure", () => {
		const line = { kind: "figure", date: "2025-03-03", dimension: "page", value: "/", visitors: 2 };
		expect(readFootfall(line).figures).toEqual([
			{
				...{ date: "2025-03-03", dimension: "page", value: "/", visitors: 2 },
				...{ visits: 0, pageviews: 0, bounces: 0, durationSeconds: 0, events: 0 },
			},
		]);
	});

	it.each([
		["session", { skipped: ["sessions, which are derived from the events again"] }],
		["replay", { skipped: ["recordings, which are not imported"] }],
		["export", { skipped: [], invalid: [] }],
		["toString", { invalid: ["unknown kind"] }],
		["", { invalid: ["kind is missing: this is not a line of an export"] }],
	])("of the kind %j is skipped with the reason", (kind, reasons) =>
		expect(readFootfall({ kind })).toMatchObject(reasons),
	);
});
