import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { inEachBrowser } from "@footfall/testing/dashboard/in-each-browser";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { subjectsOf } from "@footfall/testing/dashboard/page-table";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const LATE_MS = 500;

const NOTE_SHIFTS = `
	globalThis.shifts = [];
	new PerformanceObserver((list) => {
		for (const { sources } of list.getEntries())
			shifts.push(...sources.map(({ node, previousRect, currentRect }) =>
				[node?.outerHTML?.slice(0, 100) ?? "text", previousRect.y, "to", currentRect.y].join(" ")));
	}).observe({ type: "layout-shift", buffered: true });`;

describeInChromium("a page below a list that is late", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it.each([
		["members", "members", 1280],
		["members", "members", 320],
		["audit", "audit-log", 1280],
		["audit", "audit-log", 320],
	])(
		"%s: nothing moves after it has appeared, when %s comes late, at %i px",
		async (part, list, width) => {
			const { organization } = await subjectsOf(product);
			const { page } = await openPage(browser, product, product.owner, {
				viewport: { width, height: 900 },
			});
			await page.addInitScript(NOTE_SHIFTS);
			await page.route(
				({ pathname }) => pathname.endsWith(`/${list}`),
				async (route) => {
					await new Promise((resolve) => setTimeout(resolve, LATE_MS));
					await route.continue();
				},
			);
			await page.goto(`/organization/${organization}/${part}`);
			await settled(page);
			expect(await page.evaluate("shifts")).toEqual([]);
		},
	);
});

inEachBrowser((journey) => {
	it("a click of a test's visitor that meets nothing is made again", async () => {
		const visitor = await journey.stranger(`${product.url}/login`);
		await visitor.sees("button", "Forgot password?");
		await visitor.tab.evaluate(`(() => {
			const cover = document.createElement("div");
			cover.style.cssText = "position: fixed; inset: 0";
			cover.onclick = () => cover.remove();
			document.body.append(cover);
		})()`);
		await visitor.click("button", "Forgot password?");
		await visitor.sees("button", "Back to sign in");
	});
});
