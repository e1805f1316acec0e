import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { umamiEntryOf } from "./umami.ts";

const website = "b59e9c65-ae32-47f1-8400-119fcf4861c4";
const page = {
	website,
	hostname: "shop.example",
	url: "/cart?a=1#top",
	referrer: "https://news.example/",
	title: "Cart",
	screen: "1920x1080",
	language: "en-GB",
};
const eventOf = (payload: object, type = "event") =>
	umamiEntryOf({ type, payload: { ...page, ...payload } }, () => "routes");

describe("an entry of Umami", () => {
	it("is a view without a name, and a custom event with one", () => {
		const candidate = {
			type: "pageview",
			hostname: "shop.example",
			pathname: "/cart",
			querystring: "?a=1",
			referrer: "https://news.example/",
			page_title: "Cart",
			screenWidth: 1920,
			screenHeight: 1080,
			language: "en-GB",
		};
		expect(eventOf({})).toEqual({
			kind: "event",
			website,
			page: "https://shop.example/cart?a=1#top",
			candidate,
		});
		const data = { plan: "pro" };
		expect(eventOf({ name: "signup", data, tag: "a", id: "user 1" })).toMatchObject({
			candidate: {
				...candidate,
				type: "custom_event",
				event_name: "signup",
				properties: data,
				tag: "a",
				user_id: "user 1",
			},
		});
	});

	it("may name its page and the one before by URL or by path", () => {
		expect(eventOf({ hostname: undefined, url: "https://a.example/b?c=d" })).toMatchObject({
			candidate: { hostname: "a.example", pathname: "/b", querystring: "?c=d" },
		});
		expect(eventOf({ referrer: "/before" })).toMatchObject({
			candidate: { referrer: "https://shop.example/before" },
		});
		expect(eventOf({ url: undefined, hostname: undefined })).toMatchObject({ page: undefined });
	});

	it("is read as older scripts encode it", () => {
		const older = {
			url: encodeURI("/caf%C3%A9?q=a%20b"),
			referrer: encodeURI("https://news.example/caf%C3%A9"),
			title: encodeURIComponent("Menü & more"),
		};
		expect(eventOf(older)).toMatchObject({
			candidate: {
				pathname: "/caf%C3%A9",
				querystring: "?q=a%20b",
				referrer: "https://news.example/caf%C3%A9",
				page_title: "Menü & more",
			},
		});
		expect(eventOf({ title: "100 % sure" })).toMatchObject({
			candidate: { page_title: "100 % sure" },
		});
	});

	it("keeps fragments in paths where the site tracks them", () => {
		const payload = { ...page };
		expect(umamiEntryOf({ type: "event", payload }, () => "all")).toMatchObject({
			candidate: { pathname: "/cart#top" },
		});
		expect(eventOf({ url: "/#/route?x=1" })).toMatchObject({
			candidate: { pathname: "/route", querystring: "?x=1" },
		});
	});

	it("may be a measurement", () => {
		expect(eventOf({ lcp: 900, cls: 0.1 }, "performance")).toMatchObject({
			candidate: { type: "performance", lcp: 900, cls: 0.1 },
		});
		expect(eventOf({ engagement: 1500 }, "engagement")).toMatchObject({
			candidate: { type: "engagement", ms_visible: 1500 },
		});
	});

	it("gives a user traits", () =>
		expect(eventOf({ id: "user 1", data: { plan: "pro" } }, "identify")).toEqual({
			kind: "identify",
			website,
			candidate: { user_id: "user 1", traits: { plan: "pro" } },
		}));

	it("states a visitor's address, agent and time for servers", () =>
		expect(
			eventOf({ ip: "192.0.2.1", userAgent: "Firefox", timestamp: 1_700_000_000 }),
		).toMatchObject({
			candidate: {
				ip_address: "192.0.2.1",
				user_agent: "Firefox",
				timestamp: 1_700_000_000_000,
			},
		}));

	it.each([
		["no object", 5, "type"],
		["no payload", { type: "event" }, "payload"],
		["no website", { type: "event", payload: { link: website } }, "payload.website"],
		["data that is a list", { type: "event", payload: { website, data: [] } }, "payload.data"],
		["a type from the future", { type: "pulse", payload: { website } }, "type"],
		["identify without an id", { type: "identify", payload: { website, data: {} } }, "payload.id"],
	])("that is or has %s is refused with the field at fault", (_what, entry, field) =>
		expect(umamiEntryOf(entry, () => "none")).toMatchObject({ kind: "refused", field }),
	);

	it("is made or refused whatever it holds", () => {
		const names = [
			"website",
			"url",
			"hostname",
			"referrer",
			"screen",
			"data",
			"id",
			"name",
			"timestamp",
		];
		const value = fc.oneof(
			fc.jsonValue(),
			fc.constantFrom(website, "/a", "https://a.example:x", "9x9"),
		);
		const payload = fc.dictionary(fc.constantFrom(...names), value);
		const type = fc.constantFrom("event", "identify", "performance", "engagement", "error");
		const kinds = ["event", "identify", "refused"];
		fc.assert(
			fc.property(fc.oneof(fc.jsonValue(), fc.record({ type, payload })), (entry) => {
				expect(kinds).toContain(umamiEntryOf(entry, () => "routes").kind);
			}),
		);
	});
});
