import { parseClientEvent } from "@footfall/shared/event";
import { ClientIdentify } from "@footfall/shared/identify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { googleActs, validationMessagesOf } from "./google.ts";

const site = { id: "7", fragments: "routes" } as const;

const read = (payload: object) => JSON.parse(JSON.stringify(googleActs(site, payload)));
const payload = (events: unknown, more: object = {}) => ({ client_id: "123.456", events, ...more });
const candidateOf = (event: object, more?: object) => read(payload([event], more)).at(-1).candidate;

describe("an event of the Measurement Protocol", () => {
	const page = {
		page_location: "https://shop.example/cart?utm_source=news",
		page_title: "Cart",
		page_referrer: "https://search.example/",
	};
	const common = {
		site_id: "7",
		anonymous_id: "123.456",
		hostname: "shop.example",
		pathname: "/cart",
		querystring: "?utm_source=news",
		page_title: "Cart",
		referrer: "https://search.example/",
	};

	it("named page_view is a pageview", () =>
		expect(
			candidateOf({
				name: "page_view",
				params: { ...page, session_id: "9", engagement_time_msec: 100, theme: "dark" },
			}),
		).toEqual({ ...common, type: "pageview", properties: '{"theme":"dark"}' }));

	it("of another name is a custom event", () =>
		expect(candidateOf({ name: "sign_up", params: { ...page, method: "mail" } })).toEqual({
			...common,
			type: "custom_event",
			event_name: "sign_up",
			properties: '{"method":"mail"}',
		}));

	it("named user_engagement is the time that a page was visible", () =>
		expect(
			candidateOf({ name: "user_engagement", params: { ...page, engagement_time_msec: "1500" } }),
		).toEqual({
			...common,
			type: "engagement",
			ms_visible: 1500,
		}));

	it("named purchase is money, and a refund is negative money", () => {
		const params = { value: 29.9, currency: "EUR", transaction_id: "o-1" };
		expect(candidateOf({ name: "purchase", params })).toMatchObject({
			event_name: "purchase",
			revenue: 29.9,
			currency: "EUR",
			order_id: "o-1",
		});
		expect(candidateOf({ name: "refund", params })).toMatchObject({ revenue: -29.9 });
	});

	it("has the time, the address, the agent and the device that the payload states", () =>
		expect(
			candidateOf(
				{ name: "sign_up" },
				{
					user_id: "u-1",
					timestamp_micros: "1795599000000000",
					ip_override: "203.0.113.9",
					user_agent: "Mozilla/5.0",
					device: { language: "de", screen_resolution: "1280x720", model: "Pixel 9" },
				},
			),
		).toEqual({
			site_id: "7",
			anonymous_id: "123.456",
			user_id: "u-1",
			timestamp: Date.UTC(2026, 10, 25, 9, 30),
			ip_address: "203.0.113.9",
			user_agent: "Mozilla/5.0",
			language: "de",
			screenWidth: 1280,
			screenHeight: 720,
			device_model: "Pixel 9",
			type: "custom_event",
			event_name: "sign_up",
		}));
});

describe("the properties of a user", () => {
	const user_properties = { plan: { value: "pro" } };

	it("are traits", () =>
		expect(read(payload([{ name: "a" }], { user_id: "u-1", user_properties }))[0]).toEqual({
			kind: "identify",
			candidate: { site_id: "7", anonymous_id: "123.456", user_id: "u-1", traits: { plan: "pro" } },
		}));

	it("are omitted without a user", () =>
		expect(read(payload([{ name: "a" }], { user_properties }))).toHaveLength(1));
});

describe("the validation of a payload", () => {
	it.each([
		[null, "VALUE_INVALID", ""],
		[{ events: [{ name: "a" }] }, "VALUE_REQUIRED", "client_id"],
		[payload([]), "VALUE_REQUIRED", "events"],
		[payload({}), "VALUE_REQUIRED", "events"],
		[payload(Array(26).fill({ name: "a" })), "EXCEEDED_MAX_ENTITIES", "events"],
		[payload([{ name: "a" }, { name: "_bad" }]), "NAME_INVALID", "events"],
		[payload([{ name: "a b" }]), "NAME_INVALID", "events"],
		[payload([{ name: "a".repeat(41) }]), "NAME_INVALID", "events"],
		[payload([{ name: "session_start" }]), "NAME_RESERVED", "events"],
		[payload([{ params: {} }]), "VALUE_REQUIRED", "events"],
		[payload(["a"]), "VALUE_INVALID", "events"],
		[payload([{ name: "a", params: [] }]), "VALUE_INVALID", "events.params"],
	])("of %j has one message, and the event is refused", (body, validationCode, fieldPath) => {
		expect(validationMessagesOf(body)).toMatchObject([{ validationCode, fieldPath }]);
		const refused = googleActs(site, body).filter(
			({ candidate }) => !parseClientEvent(candidate).success,
		);
		expect(refused).toHaveLength(1);
	});

	it("names the event in Google's words", () =>
		expect(validationMessagesOf(payload([{ name: "_badEventName", params: {} }]))).toEqual([
			{
				fieldPath: "events",
				description:
					"Event at index: [0] has invalid name [_badEventName]. Names must start with an alphabetic character.",
				validationCode: "NAME_INVALID",
			},
		]));

	it("has nothing to say about a valid payload", () =>
		expect(validationMessagesOf(payload([{ name: "purchase", params: { value: 1 } }]))).toEqual(
			[],
		));
});

describe("any JSON", () => {
	const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ maxLength: 4000 }));
	const names = [
		...["client_id", "user_id", "name", "params", "user_properties", "timestamp_micros", "device"],
		...[
			"page_location",
			"value",
			"engagement_time_msec",
			"ip_override",
			"screen_resolution",
			"language",
		],
	];
	const some = fc.dictionary(fc.constantFrom(...names), anything);
	const event = fc.record({
		name: fc.constantFrom("page_view", "user_engagement", "purchase", "a"),
		params: some,
	});
	const body = fc.oneof(
		anything,
		fc
			.tuple(some, fc.array(fc.oneof(event, some, anything), { maxLength: 30 }))
			.map(([one, events]) => ({ client_id: "1", ...one, events })),
	);

	it("becomes at most 25 events and one identify, without an exception", () =>
		fc.assert(
			fc.property(body, (value) => {
				const acts = googleActs(site, value);
				expect(acts.length).toBeLessThanOrEqual(26);
				for (const { kind, candidate } of acts) {
					const check = kind === "event" ? parseClientEvent : ClientIdentify.safeParse;
					expect(typeof check(candidate).success).toBe("boolean");
				}
			}),
		));
});
