import type { ClientEvent, ClientEventType } from "@footfall/shared/event";
import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { absent, inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { brings, readSentBody } from "@footfall/testing/browser/sent-body";
import { describe, expect, it } from "vitest";

/** Entry types that the browser must observe for a vital to be measured; the time to first byte needs no observer. */
const OBSERVED = {
	lcp: "largest-contentful-paint",
	cls: "layout-shift",
	fcp: "paint",
	inp: "event",
};

inEveryEngine((stage) => {
	const ofType = (type: ClientEventType) => (event: ClientEvent) => event.type === type;

	describe("engagement", () => {
		it.each([
			["the smallest script", {}],
			["the script with errors", { trackErrors: true }],
			["the whole script", { trackCopy: true }],
		])("of %s arrives after the view on the slowest machine", async (_script, more) => {
			const { collector, open, pages, settle } = stage;
			collector.settings = { ...defaultConfiguration, ...more };
			pages.before = "{ let now = 0; performance.now = () => (now += 200); }";
			await settle(await open("/tag.html"));
			const view = await collector.event(ofType("pageview"));
			expect(view.seq).toBe(0);
		});

		it("reports on leaving how long and how much of the page was seen", async () => {
			const { collector, lookAt, open, pages } = stage;
			const page = await open("/captures.html");
			await page.evaluate("scrollTo(0, innerHeight)");
			await lookAt(page, 300);
			const share = await page.evaluate<number>(
				"(200 * innerHeight) / document.documentElement.scrollHeight",
			);
			await page.goto(`${pages.origin}/plain.html`);
			expect(await collector.event(ofType("engagement"))).toMatchObject({
				pathname: "/captures.html",
				ms_visible: expect.toSatisfy((ms: number) => ms >= 100 && ms < 20_000),
				scroll_depth: expect.toSatisfy((percent: number) => Math.abs(percent - share) <= 1),
			});
		});

		it("reports how much was seen of an element that scrolls within the page", async () => {
			const { collector, lookAt, open, pages, until } = stage;
			const page = await open("/inner-scroll.html");
			await page.evaluate("main.scrollTo(0, innerHeight); aside.scrollTo(0, 400)");
			await until(page, "main.scrollTop > 0");
			await lookAt(page, 300);
			await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
			await page.goto(`${pages.origin}/plain.html`);
			expect(await collector.event(ofType("engagement"))).toMatchObject({
				pathname: "/inner-scroll.html",
				scroll_depth: 50,
			});
		});

		it("is reported each time the visitor turns away, and each report holds only what is new", async () => {
			const { collector, lookAt, open } = stage;
			const page = await open("/captures.html");
			await collector.event(ofType("pageview"));
			await lookAt(page, 300);
			await page.hide();
			await collector.event(ofType("engagement"));
			await page.show();
			await lookAt(page, 300);
			await page.hide();
			await collector.event(({ seq, type }) => type === "engagement" && seq === 2);
			const told = collector.events.filter(ofType("engagement"));
			expect(told.map(({ seq, page_id }) => [seq, page_id])).toEqual([
				[1, collector.events[0]?.page_id],
				[2, collector.events[0]?.page_id],
			]);
		});

		it("belongs to the view that ends when the next begins within the page, and is sent with it", async () => {
			const { collector, lookAt, open } = stage;
			const page = await open("/captures.html");
			await collector.event(ofType("pageview"));
			await lookAt(page, 300);
			await page.evaluate("history.pushState({}, '', '/next')");
			const ended = await collector.event(ofType("engagement"));
			expect(ended.pathname).toBe("/captures.html");
			const { body } = await collector.request(brings("engagement"));
			expect(readSentBody(body).events.map((event) => event["type"])).toEqual([
				"engagement",
				"pageview",
			]);
		});
	});

	describe("web vitals", () => {
		it("are fetched if a site enables them, and sent once, on leaving", async (context) => {
			const { collector, open, pages, settle, until } = stage;
			collector.settings = { ...defaultConfiguration, webVitals: true };
			const page = await open("/captures.html");
			await collector.request(({ path }) => path === "/api/vitals.js");
			await page.click("#plain");
			await settle(page);
			await until(page, "performance.getEntriesByName('first-contentful-paint').length");
			const observable = await page.evaluate<string[]>(
				"[...PerformanceObserver.supportedEntryTypes]",
			);
			expect(collector.events.filter(ofType("performance"))).toEqual([]);
			await page.goto(`${pages.origin}/plain.html`);
			const sent = await collector.event(ofType("performance"));
			expect(sent.event_name).toBe("web-vitals");
			const vitals = Object.entries(OBSERVED);
			const measured = vitals.filter(([, type]) => observable.includes(type));
			expect(
				Object.entries(sent)
					.filter(([, value]) => typeof value === "number")
					.map(([name]) => name),
			).toEqual(expect.arrayContaining(["ttfb", ...measured.map(([name]) => name)]));
			expect(collector.events.filter(ofType("performance"))).toHaveLength(1);
			const unknown = vitals.filter((vital) => !measured.includes(vital));
			if (unknown.length > 0)
				absent(context, `it observes no ${unknown.map(([, type]) => type).join(" and no ")}`);
		});
	});
});
