import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plausibleEventOf } from "./plausible.ts";

const page = { u: "https://www.shop.example/cart?a=1#/x", d: "shop.example" };
const candidateOf = (body: Record<string, unknown>) => {
	const event = plausibleEventOf({ ...page, ...body });
	return "candidate" in event ? event.candidate : event;
};

describe("an event of Plausible", () => {
	it("has the address of its page, the referrer and the properties, under long names and short ones", () => {
		const view = {
			type: "pageview",
			hostname: "www.shop.example",
			pathname: "/cart",
			querystring: "?a=1",
			referrer: "https://news.example/",
			properties: { plan: "pro" },
		};
		const { u, d } = page;
		const referrer = "https://news.example/";
		for (const body of [
			{ n: "pageview", u, d, r: referrer, p: { plan: "pro" } },
			{ name: "pageview", url: u, domain: d, referrer, props: { plan: "pro" } },
			{ n: "pageview", u, d, r: referrer, m: '{"plan":"pro"}' },
		])
			expect(plausibleEventOf(body)).toEqual({
				domains: ["shop.example"],
				page: u,
				candidate: view,
			});
	});

	it.each([
		["a hash route", "https://a.example/app?b=1#/x?c=2", "/x", "?c=2"],
		["another fragment", "https://a.example/app?b=1#top", "/app#top", "?b=1"],
	])("belongs in hash mode to %s", (_what, u, pathname, querystring) =>
		expect(candidateOf({ n: "pageview", u, h: 1 })).toMatchObject({ pathname, querystring }),
	);

	it("is one for each of its domains, or for its page's host without www", () => {
		const domainsOf = (body: object) => {
			const event = plausibleEventOf({ n: "pageview", ...body });
			return "domains" in event ? event.domains : event;
		};
		expect(domainsOf({ ...page, d: "a.example, b.example,a.example" })).toEqual([
			"a.example",
			"b.example",
		]);
		expect(domainsOf({ u: page.u })).toEqual(["shop.example"]);
	});

	it("keeps its money", () => {
		const revenue = { amount: "9.50", currency: "EUR" };
		expect(candidateOf({ n: "Order", $: revenue })).toMatchObject({ revenue });
		expect(candidateOf({ n: "Order", revenue: JSON.stringify(revenue) })).toMatchObject({
			revenue,
		});
		expect(candidateOf({ n: "Order", $: {} })).not.toHaveProperty("revenue");
	});

	it.each([
		[
			{ n: "Outbound Link: Click", p: { url: "https://b.example/" } },
			{ type: "outbound", properties: { url: "https://b.example/" } },
		],
		[
			{ n: "Outbound Link: Click", p: { url: "nowhere" } },
			{ type: "custom_event", event_name: "Outbound Link: Click" },
		],
		[
			{ n: "File Download", p: { url: "https://a.example/b.pdf" } },
			{
				type: "custom_event",
				event_name: "download",
				properties: { url: "https://a.example/b.pdf" },
			},
		],
		[{ n: "Form: Submission" }, { type: "form_submit", properties: { fieldCount: 0 } }],
		[{ n: "404" }, { type: "custom_event", event_name: "404" }],
		[
			{ n: "engagement", e: 1500, sd: 40 },
			{ type: "engagement", ms_visible: 1500, scroll_depth: 40 },
		],
		[
			{ n: "engagement", e: 1500, sd: 255 },
			{ type: "engagement", scroll_depth: undefined },
		],
	])("%j is what our tracker would report", (body, expected) =>
		expect(candidateOf(body)).toMatchObject(expected),
	);

	it.each([
		[{}, "event_name", "can't be blank"],
		[{ n: 5, ...page }, "event_name", "must be a string"],
		[{ n: "a".repeat(257), ...page }, "event_name", "should be at most 256 character(s)"],
		[{ n: "a", d: "a" }, "url", "is required"],
		[{ n: "a", d: "a", u: 1 }, "url", "must be a string"],
		[{ n: "a", d: "a", u: "/cart" }, "url", "must be an absolute URL"],
		[{ n: "a", u: page.u, d: " , " }, "domain", "can't be blank"],
		[
			{ n: "a", u: page.u, d: Array.from({ length: 1000 }, (_, index) => index).join() },
			"domain",
			"must be at most 20 domains",
		],
	])("that is %j is refused with the field at fault", (body, field, fault) =>
		expect(plausibleEventOf(body)).toMatchObject({ faults: { [field]: [fault] } }),
	);

	it("is made or refused whatever the body holds", () => {
		const keys = [..."nudrpmhie$", "sd", "name", "url", "domain", "props", "meta", "revenue"];
		const value = fc.oneof(
			fc.jsonValue(),
			fc.constantFrom("pageview", "engagement", "Outbound Link: Click", page.u, '{"url":1}'),
		);
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...keys), value), (body) => {
				const event = plausibleEventOf(body);
				expect("faults" in event || event.domains.length <= 20).toBe(true);
			}),
		);
	});
});
