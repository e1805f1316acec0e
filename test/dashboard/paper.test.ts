import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const HERE = `/${product.siteId}`;
/** Of A4 within its margins, in CSS pixels. */
const PAPER_WIDTH = 703;

let browser: Browser;
let owner: OpenedPage;

/** What paper must not have, and what it must. */
const paper = () =>
	owner.page.evaluate(() => {
		const isShown = (element: Element) => element.getClientRects().length > 0;
		const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
		const root = document.documentElement;
		return {
			menus: shown("nav, header, [popover], dialog, a[download], main select").map(
				({ outerHTML }) => outerHTML.slice(0, 100),
			),
			cut: shown("main [role=group]").filter(
				(area) =>
					area.scrollHeight > area.clientHeight + 1 &&
					getComputedStyle(area).overflowY !== "visible",
			).length,
			// Cards below the viewport are not loaded yet.
			waiting: shown("main [aria-busy=true]").length,
			sideways: root.scrollWidth > root.clientWidth,
			background: getComputedStyle(root).backgroundColor,
			head: shown("h1, main > div dl div").map((element) =>
				[...element.childNodes].map(({ textContent }) => textContent).join(": "),
			),
		};
	});

describeInChromium("a page on paper", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		owner = await openPage(browser, product, product.owner, { colorScheme: "dark" });
	});
	afterAll(() => browser?.close());

	it.each([
		[
			"the overview",
			"?range=2026-10-01..2026-10-31&compare=year",
			"Period: 1 – 31 Oct 2026 vs 1 – 31 Oct 2025",
		],
		["a breakdown", "/pages?f=country.is~DE", "Filters: Country is Germany"],
		["a list", "/sessions", "Time zone: Europe/Berlin"],
		["a drawing", "/journeys", "Time zone: Europe/Berlin"],
		["a heat map", "/retention", "Time zone: Europe/Berlin"],
		["goals", "/goals", "Time zone: Europe/Berlin"],
		["errors", "/errors", "Time zone: Europe/Berlin"],
		["settings", "/settings/snippet", "Time zone: Europe/Berlin"],
	])("has a heading and no menus, whole tables and light colours: %s", async (_, path, fact) => {
		const { page } = owner;
		await page.emulateMedia({ media: "screen" });
		await page.setViewportSize({ width: 1280, height: 900 });
		await page.goto(product.url + HERE + path);
		await settled(page);
		const site = page.getByText("Quill · quill.example", { exact: true });
		await site.waitFor({ state: "attached" });
		await page.setViewportSize({ width: PAPER_WIDTH, height: 900 });
		await settled(page);
		await page.emulateMedia({ media: "print" });
		await site.waitFor();
		const { head, ...rest } = await paper();
		expect(rest).toEqual({
			menus: [],
			cut: 0,
			waiting: 0,
			sideways: false,
			background: "rgb(255, 255, 255)",
		});
		expect(head).toContain(fact);
		const pdf = await page.pdf({ format: "A4" });
		expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
	});
});
