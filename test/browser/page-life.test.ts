import { absent, inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	const pageviews = () => stage.collector.events.filter(({ type }) => type === "pageview");
	const scriptWasServed = () =>
		stage.collector.request(({ path }) => path.startsWith("/api/script.js"));
	/** A request that cannot arrive before what its page has sent earlier. */
	const fence = async () => {
		const { collector, open } = stage;
		const page = await open("/plain.html");
		await page.evaluate(`fetch("${collector.origin}/fence").then(() => {})`);
	};

	describe("the back/forward cache", () => {
		it("counts a view with a new page id when a page is restored from it", async () => {
			const { collector, open, pages } = stage;
			pages.before = `addEventListener("pageshow", ({ persisted }) => {
				if (persisted) setTimeout(() => { footfall.event("sentinel"); });
			});`;
			const page = await open("/tag.html");
			await collector.event(({ type }) => type === "pageview");
			await page.goto(`${pages.origin}/plain.html`);
			await page.evaluate("setTimeout(() => { history.back(); }); undefined");
			await collector.sentinel();
			expect(collector.story()).toEqual(["pageview /tag.html", "pageview /tag.html"]);
			expect(pageviews().map(({ seq }) => seq)).toEqual([0, 0]);
		});
	});

	describe("a prerendered page", () => {
		const isPrerendering = () =>
			stage.pages.requests.includes("/prerendered.html prefetch;prerender");
		const sentinel = async () => {
			await stage.collector.sentinel();
			return stage.collector.event(({ event_name }) => event_name === "sentinel");
		};
		const SPECULATES = "!!HTMLScriptElement.supports?.('speculationrules')";
		const NO_RULES = "it knows no speculation rules and prerenders nothing";

		it("counts a view when the visitor opens it, and not before", async (context) => {
			const { collector, open, pages } = stage;
			const page = await open("/prerendering.html?then=/prerendered.html");
			const speculates = await page.evaluate<boolean>(SPECULATES);
			if (speculates) await scriptWasServed();
			expect(isPrerendering()).toBe(speculates);
			expect(collector.story()).toEqual([]);
			const activatedAfter = Date.now();
			pages.signal();
			const { properties } = await sentinel();
			expect(JSON.parse(properties ?? "").activationStart > 0).toBe(speculates);
			expect(collector.story()).toEqual([
				"pageview /prerendered.html",
				"custom_event early /prerendered.html",
			]);
			expect(collector.events[0]?.timestamp).toBeGreaterThanOrEqual(activatedAfter);
			if (!speculates) absent(context, NO_RULES);
		});

		it("counts no view when the visitor never opens it", async (context) => {
			const { collector, open, pages } = stage;
			const page = await open("/prerendering.html?then=/prerendered.html?again");
			const speculates = await page.evaluate<boolean>(SPECULATES);
			if (speculates) await scriptWasServed();
			pages.signal();
			expect(JSON.parse((await sentinel()).properties ?? "").activationStart ?? 0).toBe(0);
			expect(collector.story()).toEqual([
				"pageview /prerendered.html?again",
				"custom_event early /prerendered.html?again",
			]);
			if (!speculates) absent(context, NO_RULES);
		});
	});

	describe("a browser that is not automated", () => {
		it("is not taken for a bot by its tracker", async () => {
			await stage.leaveAlone("/tag.html");
			const view = await stage.collector.event(({ type }) => type === "pageview");
			expect(view._bs).toBeLessThan(3);
			expect((view._bsm ?? 0) & 1).toBe(0);
		});
	});

	describe("a page that was opened in the background", () => {
		it("is counted when it is first seen", async () => {
			const { browser, collector, open, pages, settle } = stage;
			const front = await open("/plain.html");
			const behind = await browser.openBehind(front, `${pages.origin}/tag.html`);
			await behind.evaluate("footfall.event('early')");
			await fence();
			expect(await behind.evaluate("document.hidden")).toBe(true);
			expect(collector.story()).toEqual([]);
			await front.close();
			await behind.show();
			await collector.event(({ event_name }) => event_name === "early");
			await settle(behind);
			expect(collector.story()).toEqual(["pageview /tag.html", "custom_event early /tag.html"]);
		});

		it("is never counted when it is closed unseen", async () => {
			const { browser, collector, open, pages } = stage;
			const front = await open("/plain.html");
			const behind = await browser.openBehind(front, `${pages.origin}/tag.html`);
			await behind.evaluate("footfall.event('early')");
			await behind.close();
			await fence();
			expect(collector.requests.map(({ path }) => path)).toEqual([
				"/api/script.js?siteId=1",
				"/fence",
			]);
		});
	});

	describe("leaving", () => {
		it("delivers what the page sends at the very end", async () => {
			const { collector, open, pages } = stage;
			const page = await open("/goodbye.html");
			await page.goto(`${pages.origin}/plain.html`);
			await collector.event(({ event_name }) => event_name === "goodbye");
			expect(collector.story()).toEqual([
				"pageview /goodbye.html",
				"custom_event goodbye /goodbye.html",
			]);
		});

		it("delivers it when the tab is closed, too", async () => {
			const { collector, open } = stage;
			const page = await open("/goodbye.html");
			await collector.event(({ type }) => type === "pageview");
			await page.close();
			await collector.event(({ event_name }) => event_name === "goodbye");
		});
	});

	describe("a hidden tab that is discarded and later reloaded", () => {
		it("has sent everything before it was discarded, and counts a new view", async () => {
			const { collector, lookAt, open, pages, settle } = stage;
			// A page receives no event when it is discarded.
			pages.before =
				"addEventListener('pagehide', (event) => { event.stopImmediatePropagation(); }, true);";
			const page = await open("/tag.html");
			await page.evaluate("footfall.event('before')");
			await lookAt(page, 300);
			await page.hide();
			await collector.event(({ type }) => type === "engagement");
			await page.goto(`${pages.origin}/tag.html`);
			await page.show();
			await collector.event(
				({ type, page_id }) => type === "pageview" && page_id !== collector.events[0]?.page_id,
			);
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /tag.html",
				"custom_event before /tag.html",
				"pageview /tag.html",
			]);
		});
	});
});
