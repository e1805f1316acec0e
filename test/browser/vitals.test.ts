import type { ClientEvent } from "@footfall/shared/event";
import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { absent, inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	const isPerformance = ({ type }: ClientEvent) => type === "performance";

	describe("the vitals of a visit", () => {
		it("are one record for each view, under its own path, including navigations within the page", async (context) => {
			const { collector, open, until } = stage;
			collector.settings = { ...defaultConfiguration, webVitals: true };
			const page = await open("/captures.html");
			const observable = await page.evaluate<string[]>(
				"[...PerformanceObserver.supportedEntryTypes]",
			);
			if (!observable.includes("soft-navigation")) {
				absent(context, "it observes no navigations within the page");
				return;
			}
			await collector.request(({ path }) => path === "/api/vitals.js");
			await until(page, "performance.getEntriesByName('first-contentful-paint').length");
			await page.evaluate(`
				plain.addEventListener("click", () => {
					history.pushState({}, "", "/next?step=1");
					document.querySelector("main").innerHTML = "<h1>" + "Another page of words. ".repeat(50) + "</h1>";
				});
				isPainted = false;
				new PerformanceObserver(() => { isPainted = true; }).observe({ type: "soft-navigation" });
				undefined
			`);
			await page.click("#plain");
			await until(page, "isPainted");
			await page.hide();
			await collector.event((event) => isPerformance(event) && event.pathname === "/next");
			const told = collector.events.filter(isPerformance);
			expect(told.map(({ pathname, querystring }) => `${pathname}${querystring}`)).toEqual([
				"/captures.html",
				"/next?step=1",
			]);
			expect(told.map((event) => Object.keys(event))).toEqual([
				expect.arrayContaining(["ttfb", "fcp", "lcp", "cls"]),
				expect.arrayContaining(["fcp", "lcp"]),
			]);
			await page.show();
			await page.hide();
			await page.show();
			await stage.settle(page);
			expect(collector.events.filter(isPerformance)).toHaveLength(2);
		});
	});
});
