import { parseClientEvent } from "@footfall/shared/event";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matomoAct, matomoBulk, parametersOf } from "./matomo.ts";

const site = { id: "7", fragments: "routes" } as const;

const read = (parameters: Record<string, string>) =>
	JSON.parse(
		JSON.stringify(
			matomoAct(site, { idsite: "3", rec: "1", ...parameters }, { language: "en-GB", now: 9 })
				.candidate,
		),
	);
const page = { url: "https://shop.example/cart?utm_source=news#top", _id: "0123456789abcdef" };
const common = {
	site_id: "7",
	hostname: "shop.example",
	pathname: "/cart",
	querystring: "?utm_source=news",
	anonymous_id: "0123456789abcdef",
	language: "en-GB",
	sent_at: 9,
};

describe("a request of Matomo's clients", () => {
	it("is a pageview", () =>
		expect(
			read({
				...page,
				action_name: "Cart",
				urlref: "https://search.example/",
				res: "1280x720",
				pv_id: "aB3dE6",
				uid: "u-1",
			}),
		).toEqual({
			...common,
			type: "pageview",
			page_title: "Cart",
			referrer: "https://search.example/",
			screenWidth: 1280,
			screenHeight: 720,
			page_id: "aB3dE6",
			user_id: "u-1",
		}));

	it.each([
		[
			"an event by its action",
			{ e_c: " Videos ", e_a: "Play", e_n: "Intro", e_v: "3.5", ca: "1" },
			{
				type: "custom_event",
				event_name: "Play",
				properties: { category: "Videos", name: "Intro", value: 3.5 },
			},
		],
		[
			"a link to elsewhere",
			{ link: "https://elsewhere.example/a" },
			{ type: "outbound", properties: { url: "https://elsewhere.example/a" } },
		],
		[
			"a download",
			{ download: "https://shop.example/a.pdf" },
			{
				type: "custom_event",
				event_name: "download",
				properties: { url: "https://shop.example/a.pdf" },
			},
		],
		[
			"a search on the site",
			{ search: "shoes", search_cat: "all", search_count: "0" },
			{
				type: "custom_event",
				event_name: "site_search",
				properties: { keyword: "shoes", category: "all", count: 0 },
			},
		],
		[
			"a goal, with its revenue",
			{ idgoal: "5", revenue: "9.5" },
			{ type: "custom_event", event_name: "goal_5", revenue: "9.5" },
		],
		[
			"an order",
			{
				idgoal: "0",
				ec_id: "o-1",
				revenue: "30.5",
				ec_st: "undefined",
				ec_tx: "5",
				ec_items: '[["sku-1","Shoe","",25.5,1]]',
			},
			{
				type: "custom_event",
				event_name: "order",
				revenue: "30.5",
				order_id: "o-1",
				properties: {
					order_id: "o-1",
					revenue: 30.5,
					items: [{ sku: "sku-1", name: "Shoe", category: "", price: 25.5, quantity: 1 }],
					tax: 5,
				},
			},
		],
		[
			"a cart, which is no money yet",
			{ idgoal: "0", revenue: "30.5" },
			{ type: "custom_event", event_name: "cart_update", properties: { total: 30.5 } },
		],
		["a heartbeat", { ping: "1" }, { type: "engagement", ms_visible: 15_000 }],
		[
			"an interaction with content",
			{ c_n: "Ad", c_p: "a.png", c_i: "click", ca: "1" },
			{
				type: "custom_event",
				event_name: "content_interaction",
				properties: { name: "Ad", piece: "a.png", interaction: "click" },
			},
		],
		[
			"an error of a page",
			{ cra: "far", cra_st: "at x", cra_tp: "TypeError", cra_ru: "a.js", cra_rl: "4", ca: "1" },
			{
				type: "error",
				event_name: "TypeError",
				properties: { message: "far", stack: "at x", fileName: "a.js", lineNumber: 4 },
			},
		],
		[
			"a view of a product, with custom dimensions and variables",
			{ _pks: "sku-1", _pkp: "25.5", dimension2: "gold", cvar: '{"1":["Sex","Male"]}' },
			{
				type: "pageview",
				properties: { product_sku: "sku-1", product_price: 25.5, Sex: "Male", dimension2: "gold" },
			},
		],
	])("is %s", (_name, parameters, expected: object) => {
		const candidate = read({ ...page, ...parameters });
		const { properties, ...fields } = candidate;
		expect({ ...fields, ...(properties && { properties: JSON.parse(properties) }) }).toEqual({
			...common,
			...expected,
		});
		expect(parseClientEvent(candidate)).toMatchObject({ success: true });
	});

	it("is of the time, the address and the agent that it states", () =>
		expect(
			["2026-11-25 09:30:00", "1795599000"].map((cdt) =>
				read({
					...page,
					cdt,
					cip: "203.0.113.9",
					ua: "Mozilla/5.0",
					cid: "fedcba9876543210",
					lang: "de-DE,de;q=0.9",
				}),
			),
		).toEqual(
			Array(2).fill({
				...common,
				type: "pageview",
				timestamp: Date.UTC(2026, 10, 25, 9, 30),
				ip_address: "203.0.113.9",
				user_agent: "Mozilla/5.0",
				anonymous_id: "fedcba9876543210",
				language: "de-DE",
			}),
		));

	it.each([
		["without rec=1", { rec: "0" }],
		["of a plugin that is not taken", { ca: "1", ma_id: "video" }],
	])("%s is refused", (_name, parameters) =>
		expect(parseClientEvent(read({ ...page, ...parameters })).success).toBe(false),
	);
});

describe("a bulk of requests", () => {
	it("has them as query strings or objects, and a token for all", () =>
		expect(
			matomoBulk({
				requests: ["?idsite=3&rec=1&url=https%3A%2F%2Fa.example%2F", { idsite: 3, rec: 1 }, null],
				token_auth: "secret",
				send_image: 0,
			}),
		).toEqual({
			requests: [{ idsite: "3", rec: "1", url: "https://a.example/" }, { idsite: 3, rec: 1 }, {}],
			token: "secret",
			isQuiet: true,
		}));

	it("without a list is none", () => {
		for (const body of [null, [], {}, { requests: "?idsite=3" }])
			expect(matomoBulk(body)).toBeUndefined();
	});
});

describe("any parameters", () => {
	const names = [
		...[
			"rec",
			"url",
			"e_a",
			"e_c",
			"idgoal",
			"ec_id",
			"ec_items",
			"cvar",
			"_cvar",
			"cdt",
			"res",
			"ping",
		],
		...[
			"cra",
			"link",
			"search",
			"dimension1",
			"revenue",
			"lang",
			"cip",
			"_id",
			"pv_id",
			"action_name",
		],
	];
	const value = fc.oneof(
		fc.constantFrom("1", "0", "https://a.example/b?c#/d?e", '{"1":[null,{}]}', "[[1,2]]", "[5]"),
		fc.string({ maxLength: 5000, unit: "binary" }),
		fc.jsonValue({ maxDepth: 3 }),
	);

	it("become one act that is stored or refused, without an exception", () =>
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...names), value), (parameters) => {
				const { candidate } = matomoAct(
					site,
					{ rec: "1", ...parameters },
					{ language: undefined, now: 9 },
				);
				expect(typeof parseClientEvent(candidate).success).toBe("boolean");
				expect(JSON.stringify(candidate).length).toBeLessThan(40_000);
			}),
		));

	it("beyond the first 300 are not read", () => {
		const text = Array.from({ length: 100_000 }, (_, index) => `p${index}=1`).join("&");
		expect(Object.keys(parametersOf(text))).toHaveLength(300);
	});

	it("are read from any query string", () =>
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				expect(Object.values(parametersOf(text)).every((each) => typeof each === "string")).toBe(
					true,
				);
			}),
		));
});
