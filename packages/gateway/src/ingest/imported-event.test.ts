import type { SiteNumber } from "@footfall/shared/ids";
import { describe, expect, it } from "vitest";
import { createImportedEventOf } from "./imported-event.ts";

const SITE = { siteId: 7 as SiteNumber, trackUrlParams: true, excludedQueryParams: ["Token"] };
const AT = Date.UTC(2025, 2, 3, 9);
const hit = { at: AT, type: "pageview", pathname: "/", hostname: "shop.example" } as const;
const convert = createImportedEventOf(SITE, "umami");

describe("an imported event", () => {
	it("has its channel, its parameters and its agent derived like a collected one", () => {
		const event = convert({
			...hit,
			id: "1",
			visitor: "a",
			referrer: "https://www.google.com/",
			querystring: "?utm_medium=cpc&token=secret",
			userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:136.0) Gecko/20100101 Firefox/136.0",
			screenWidth: 1920,
		});
		expect(event).toMatchObject({
			site: 7,
			receivedAt: AT,
			occurredAt: AT,
			channel: "Paid Search",
			querystring: "?utm_medium=cpc",
			urlParameters: { utm_medium: "cpc" },
			browser: "Firefox",
			browserVersion: "136",
			operatingSystem: "Linux",
			deviceType: "Desktop",
		});
	});

	it("has none of the site's excluded parameters in any address", () => {
		const event = convert({
			...hit,
			type: "outbound",
			querystring: "?a=1&token=secret",
			referrer: "https://news.example/item?TOKEN=secret&b=2#top",
			properties: JSON.stringify({ url: "https://pay.example/?token=secret#done", text: "Pay" }),
		});
		expect(event).toMatchObject({
			querystring: "?a=1",
			referrer: "https://news.example/item?b=2#top",
			properties: JSON.stringify({ url: "https://pay.example/#done", text: "Pay" }),
		});
	});

	it("keeps the product's own findings where there is no user agent", () => {
		expect(convert({ ...hit, browser: "Chrome", deviceType: "Tablet" })).toMatchObject({
			browser: "Chrome",
			deviceType: "Tablet",
		});
	});

	it("has ids that depend only on the product and its own ids", () => {
		const one = convert({ ...hit, id: "1", visitor: "a" });
		const other = createImportedEventOf(SITE, "posthog")({ ...hit, id: "1", visitor: "a" });
		expect(convert({ ...hit, id: "1", visitor: "a" })).toEqual(one);
		expect([one.id === other.id, one.visitor === other.visitor]).toEqual([false, false]);
		expect(one.id).toMatch(/^umami:[0-9a-f]{32}$/);
		expect(one.visitor).toMatch(/^[0-9a-f]{16}$/);
	});

	it("has an id derived from its content if the product has none", () => {
		const { id } = convert({ ...hit, visitor: "a" });
		expect(id).toMatch(/^#[0-9a-f]{32}$/);
		expect(convert({ ...hit, visitor: "a" }).id).toBe(id);
		expect(convert({ ...hit, visitor: "a", pathname: "/other" }).id).not.toBe(id);
	});

	it("without a visitor id is a visitor of its own", () => {
		const [one, other] = [convert({ ...hit, id: "1" }), convert({ ...hit, id: "2" })];
		expect(one.visitor).not.toBe(other.visitor);
	});

	it.each([
		["DE", "DE-BE", "DE-BE"],
		["DE", "Bavaria", "DE-BY"],
		["US", "California", "US-CA"],
		["GB", "Somewhere", "GB-Somewhere"],
		["GB", "GB-Somewhere", "GB-Somewhere"],
		["", "Somewhere", "Somewhere"],
		["DE", "", ""],
	])("keeps its region: %s %s", (country, region, expected) =>
		expect(convert({ ...hit, country, region }).region).toBe(expected),
	);
});
