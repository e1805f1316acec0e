import { parseClientEvent } from "@footfall/shared/event";
import { ClientIdentify } from "@footfall/shared/identify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEGMENT_CALLS, segmentAct, segmentBatch } from "./segment.ts";

const site = { id: "7", fragments: "routes" } as const;

/** As analytics.js sends it, without what is not taken. */
const context = {
	page: {
		path: "/cart",
		referrer: "https://search.example/",
		search: "?utm_source=news",
		title: "Cart",
		url: "https://shop.example/cart?utm_source=news#top",
	},
	locale: "de-DE",
	userAgent: "Mozilla/5.0",
	library: { name: "analytics.js", version: "npm:next-1.84.3" },
};
const message = (own: object) => ({
	messageId: "ajs-next-1",
	anonymousId: "a-1",
	timestamp: "2026-11-25T09:30:00.000Z",
	sentAt: "2026-11-25T09:30:02.000Z",
	context,
	...own,
});
/** Without the fields that have no value. */
const read = (call: (typeof SEGMENT_CALLS)[number] | undefined, value: unknown) =>
	JSON.parse(JSON.stringify(segmentAct(site, call, value)));

const common = {
	site_id: "7",
	id: "ajs-next-1",
	timestamp: Date.UTC(2026, 10, 25, 9, 30),
	sent_at: Date.UTC(2026, 10, 25, 9, 30, 2),
	anonymous_id: "a-1",
	user_agent: "Mozilla/5.0",
	hostname: "shop.example",
	pathname: "/cart",
	querystring: "?utm_source=news",
	page_title: "Cart",
	referrer: "https://search.example/",
	language: "de-DE",
};

describe("a message of Segment's libraries", () => {
	it("of the kind track is a custom event on the page of its context", () =>
		expect(read("track", message({ event: "Sign up", properties: { plan: "pro" } }))).toEqual({
			kind: "event",
			candidate: {
				...common,
				type: "custom_event",
				event_name: "Sign up",
				properties: '{"plan":"pro"}',
			},
		}));

	it("of the kind page is a pageview, whose properties state the page", () => {
		const properties = {
			...context.page,
			path: "/pay",
			url: "https://shop.example/pay",
			search: "",
			theme: "dark",
		};
		expect(read("page", message({ name: "Pay", userId: 42, properties }))).toEqual({
			kind: "event",
			candidate: {
				...common,
				user_id: "42",
				pathname: "/pay",
				querystring: undefined,
				type: "pageview",
				properties: '{"name":"Pay","theme":"dark"}',
			},
		});
	});

	it("of the kind screen is a view of a page with the screen's name", () => {
		const { page: _page, ...device } = {
			...context,
			device: { model: "Pixel 9" },
			app: { version: "2.1" },
		};
		expect(
			read(
				"screen",
				message({ name: "Home", context: { ...device, screen: { width: 412.5, height: 915 } } }),
			).candidate,
		).toMatchObject({
			type: "pageview",
			pathname: "/Home",
			page_title: "Home",
			screenWidth: 413,
			screenHeight: 915,
			device_model: "Pixel 9",
			app_version: "2.1",
		});
	});

	it("of the kind identify links the visitor to the user", () =>
		expect(
			read("identify", message({ userId: "u-1", traits: { plan: "pro", old: null } })),
		).toEqual({
			kind: "identify",
			candidate: {
				site_id: "7",
				anonymous_id: "a-1",
				user_id: "u-1",
				user_agent: "Mozilla/5.0",
				traits: { plan: "pro", old: null },
			},
		}));

	it("of the kind group gives the user traits with that prefix", () =>
		expect(
			read("group", message({ userId: "u-1", groupId: "g-1", traits: { name: "Initech" } }))
				.candidate,
		).toMatchObject({
			traits: { group_id: "g-1", group_name: "Initech" },
			is_new_identify: false,
		}));

	it("of the kind alias links who had the previous id", () =>
		expect(read("alias", message({ userId: "u-1", previousId: "a-0" })).candidate).toMatchObject({
			user_id: "u-1",
			anonymous_id: "a-0",
		}));

	it("without a visitor belongs to the user, not to the server that sent it", () =>
		expect(
			read("track", message({ anonymousId: undefined, userId: "u-1", event: "Paid" })).candidate,
		).toMatchObject({ anonymous_id: "u-1", user_id: "u-1" }));

	it("of no kind is refused", () => {
		for (const value of [null, 5, "track", [], {}, { type: "delete" }, { type: ["track"] }])
			expect(parseClientEvent(segmentAct(site, undefined, value).candidate).success).toBe(false);
	});
});

describe("money", () => {
	const money = (event: string, properties: object) => {
		const { candidate } = segmentAct(site, "track", message({ event, properties }));
		const { revenue, currency, order_id } = candidate as Record<string, unknown>;
		return { revenue, currency, order_id };
	};
	const order = { order_id: "o-1", total: 30, revenue: 25, currency: "EUR" };

	it("of a completed order is its revenue, or else its total", () => {
		expect(money("Order Completed", order)).toEqual({
			revenue: 25,
			currency: "EUR",
			order_id: "o-1",
		});
		expect(money("Order Completed", { ...order, revenue: undefined })).toMatchObject({
			revenue: 30,
		});
	});

	it("of a refund is negative", () =>
		expect([
			money("Order Refunded", order),
			money("Order Refunded", { total: "9.50" }),
		]).toMatchObject([{ revenue: -30, order_id: "o-1" }, { revenue: "-9.50" }]));

	it("of other events is a property", () => expect(money("Product Added", order)).toEqual({}));
});

describe("the page of a message", () => {
	const pageOf = (page: object, campaign?: object) => {
		const { candidate } = segmentAct(site, "track", { event: "x", context: { page, campaign } });
		const { hostname, pathname, querystring } = candidate as Record<string, unknown>;
		return { hostname, pathname, querystring };
	};

	it("has the address of a hash route", () =>
		expect(pageOf({ url: "https://a.example/app?x=1#/cart?y=2" })).toEqual({
			hostname: "a.example",
			pathname: "/cart",
			querystring: "?y=2",
		}));

	it("has the fragment, where the site tracks it", () => {
		const { candidate } = segmentAct({ ...site, fragments: "all" }, "track", {
			event: "x",
			context: { page: { url: "https://a.example/app#top" } },
		});
		expect(candidate).toMatchObject({ pathname: "/app#top" });
	});

	it("may be a path alone", () =>
		expect(pageOf({ path: "/a", search: "?b=1" })).toEqual({
			pathname: "/a",
			querystring: "?b=1",
		}));

	it("has the campaign that the library names, unless the address has a query", () => {
		const campaign = { name: "autumn sale", source: "news", medium: "email" };
		expect(pageOf({ url: "https://a.example/" }, campaign).querystring).toBe(
			"?utm_source=news&utm_medium=email&utm_campaign=autumn+sale",
		);
		expect(pageOf({ url: "https://a.example/?q=1" }, campaign).querystring).toBe("?q=1");
	});
});

describe("a message id", () => {
	it("that is longer than ours becomes a hash, the same for the same id", () => {
		const idOf = (messageId: string) =>
			segmentAct(site, "track", { messageId, event: "x" }).candidate;
		const [one, again, other] = ["a", "a", "b"].map((end) => idOf("m".repeat(99) + end));
		expect(one).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{64}$/) });
		expect(again).toEqual(one);
		expect(other).not.toEqual(one);
	});
});

describe("a batch", () => {
	it("gives its messages its time and context", () =>
		expect(
			segmentBatch({
				batch: [{ type: "track", context: { locale: "fr" } }, 5],
				sentAt: "2026-11-25T09:30:02Z",
				context: { ip: "203.0.113.9", locale: "de" },
			}),
		).toEqual([
			{
				type: "track",
				sentAt: "2026-11-25T09:30:02Z",
				context: { ip: "203.0.113.9", locale: "fr" },
			},
			{ sentAt: "2026-11-25T09:30:02Z", context: { ip: "203.0.113.9", locale: "de" } },
		]));

	it("with a large context and many messages costs no more than both together", () => {
		const context = Object.fromEntries(
			Array.from({ length: 20_000 }, (_, key) => [`k${key}`, key]),
		);
		const messages = segmentBatch({ context, batch: Array(20_000).fill({}) });
		expect(Object.keys(messages?.[0]?.["context"] ?? {}).length).toBeLessThan(10);
	});

	it("without a list is none", () => {
		for (const body of [null, [], {}, { batch: {} }]) expect(segmentBatch(body)).toBeUndefined();
	});
});

describe("any JSON", () => {
	const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ maxLength: 4000 }));
	const names = [
		...[
			"type",
			"event",
			"name",
			"properties",
			"traits",
			"context",
			"timestamp",
			"sentAt",
			"messageId",
		],
		...[
			"userId",
			"anonymousId",
			"groupId",
			"previousId",
			"url",
			"path",
			"search",
			"page",
			"campaign",
			"ip",
		],
	];
	const hostile = fc.dictionary(
		fc.constantFrom(...names),
		fc.oneof(anything, fc.dictionary(fc.constantFrom(...names), anything)),
	);

	it("becomes one act that is stored or refused, without an exception", () =>
		fc.assert(
			fc.property(
				fc.constantFrom(...SEGMENT_CALLS, undefined),
				fc.oneof(hostile, anything),
				(call, value) => {
					const { kind, candidate } = segmentAct(site, call, value);
					const check = kind === "event" ? parseClientEvent : ClientIdentify.safeParse;
					expect(typeof check(candidate).success).toBe("boolean");
					expect(JSON.stringify(candidate).length).toBeLessThan(30_000);
					expect(segmentBatch(value) === undefined || Array.isArray(segmentBatch(value))).toBe(
						true,
					);
				},
			),
		));
});
