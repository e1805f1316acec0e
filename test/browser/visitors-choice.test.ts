import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	const tracked = () =>
		stage.collector.requests.filter(({ path }) => path.startsWith("/api/track")).length;
	/** Gives the page time to do what it must not do. */
	const quiet = (page: Parameters<typeof stage.lookAt>[0]) => stage.lookAt(page, 700);

	describe("a visitor who opts out", () => {
		it("is not counted from then on, on the open page, in other tabs and on later pages", async () => {
			const { browser, collector, open, pages } = stage;
			const other = await browser.openWindow(`${pages.origin}/tag.html?other`);
			const page = await browser.openWindow(`${pages.origin}/tag.html`);
			await collector.event(
				({ querystring, pathname }) => pathname === "/tag.html" && querystring === "",
			);
			await page.evaluate("footfall.identify('ada')");
			await collector.identify(() => true);
			await page.evaluate("footfall.event('waiting'); footfall.optOut(); footfall.event('after')");
			expect(await page.evaluate("[footfall.hasOptedOut(), footfall.getUserId()]")).toEqual([
				true,
				null,
			]);
			const before = tracked();
			await page.evaluate("history.pushState({}, '', '/next')");
			await other.evaluate("footfall.event('other'); history.pushState({}, '', '/other')");
			await quiet(other);
			const later = await open("/tag.html?later");
			await later.evaluate("footfall.event('later')");
			await quiet(later);
			expect(await other.evaluate("footfall.hasOptedOut()")).toBe(true);
			expect(tracked()).toBe(before);
			expect(await later.evaluate("Object.keys(localStorage).join()")).toBe("disable-footfall");
		});

		it("leaves no undelivered events behind", async () => {
			const { collector, open, until } = stage;
			const page = await open("/tag.html");
			await collector.event(({ type }) => type === "pageview");
			collector.isAway = true;
			await page.evaluate("footfall.identify('ada'); footfall.event('kept')");
			await until(page, "localStorage.length === 2");
			await page.evaluate("footfall.optOut()");
			expect(await page.evaluate("Object.keys(localStorage).join()")).toBe("disable-footfall");
			collector.isAway = false;
			await page.evaluate(
				"dispatchEvent(new Event('online')); dispatchEvent(new Event('pagehide'))",
			);
			await quiet(page);
			expect(collector.story()).toEqual(["pageview /tag.html"]);
			expect(await page.evaluate("Object.keys(localStorage).join()")).toBe("disable-footfall");
		});

		it("can opt in again, on the same page and on one that was opened meanwhile", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/tag.html");
			await collector.event(({ type }) => type === "pageview");
			await page.evaluate(
				"footfall.optOut(); footfall.event('no'); footfall.optIn(); footfall.event('yes')",
			);
			await settle(page);
			await page.evaluate("footfall.optOut()");
			await page.close();
			const later = await open("/attributes-only.html");
			await quiet(later);
			expect(await later.evaluate("footfall.hasOptedOut()")).toBe(true);
			await later.evaluate("footfall.optIn(); footfall.event('back')");
			await settle(later);
			expect(await later.evaluate("[footfall.hasOptedOut(), localStorage.length]")).toEqual([
				false,
				0,
			]);
			expect(collector.story()).toEqual([
				"pageview /tag.html",
				"custom_event yes /tag.html",
				"pageview /attributes-only.html",
				"custom_event back /attributes-only.html",
			]);
		});

		it("can set the flag in the storage, which takes effect with the next event", async () => {
			const { collector, open } = stage;
			const page = await open("/tag.html");
			await collector.event(({ type }) => type === "pageview");
			await page.evaluate("localStorage.setItem('disable-footfall', ''); footfall.event('no')");
			await quiet(page);
			expect(collector.story()).toEqual(["pageview /tag.html"]);
		});

		it("can opt out when storage is blocked, while the page lives", async () => {
			const { collector, open, pages } = stage;
			pages.before =
				"Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })";
			const page = await open("/tag.html");
			await collector.event(({ type }) => type === "pageview");
			await page.evaluate("footfall.optOut(); footfall.event('no')");
			expect(await page.evaluate("footfall.hasOptedOut()")).toBe(true);
			await quiet(page);
			expect(collector.story()).toEqual(["pageview /tag.html"]);
		});

		it("is no longer recorded", async () => {
			const { collector, open, until } = stage;
			collector.settings = { ...defaultConfiguration, sessionReplay: true };
			const page = await open("/replay.html");
			await collector.recording((events) => events.some(({ type }) => type === 2));
			await page.evaluate("footfall.optOut()");
			expect(await page.evaluate("footfall.isSessionReplayActive()")).toBe(false);
			await page.evaluate(
				"document.body.append('written later'); dispatchEvent(new Event('pagehide'))",
			);
			await quiet(page);
			expect(collector.batches.filter(({ text }) => text.includes("written later"))).toEqual([]);
			await until(page, "sessionStorage.length === 0");
		});
	});
});
