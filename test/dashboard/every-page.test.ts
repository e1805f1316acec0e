import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import {
	LISTED_PAGES,
	type PageSubjects,
	subjectsOf,
} from "@footfall/testing/dashboard/page-table";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { shownCanvasColours } from "./canvas-contrast.ts";

const product = inject("dashboardProduct");
/** 640 is what 200 % zoom leaves of 1280. */
const WIDTHS = [1280, 640, 320];
/** Widths at which everything is checked; the widths between differ in nothing that axe-core checks. */
const CHECKED = [1280, 320];

let browser: Browser;
let subjects: PageSubjects;
let owner: OpenedPage;
let nobody: OpenedPage;

/** The elements that extend beyond the right edge, if the page scrolls sideways. */
const sideways = (page: Page) =>
	page.evaluate(() => {
		const width = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= width) return [];
		return [...document.querySelectorAll("body *")]
			.filter((element) => element.getBoundingClientRect().right > width + 1)
			.map((element) => element.outerHTML.slice(0, 200))
			.slice(-5);
	});

describeInChromium("every page", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		subjects = await subjectsOf(product);
		owner = await openPage(browser, product, product.owner);
		nobody = await openPage(browser, product);
	});
	afterAll(() => browser?.close());

	it.each(LISTED_PAGES)(
		"$name is accessible and readable in both schemes, fits every width, and contacts no other host",
		async (listed) => {
			const { page, troubles } = listed.isForNobody ? nobody : owner;
			troubles.length = 0;
			await page.emulateMedia({ colorScheme: "light" });
			// A change of the fragment alone would not reload the page.
			await page.goto("about:blank");
			await page.goto(product.url + listed.path(subjects));
			for (const width of WIDTHS) {
				await page.setViewportSize({ width, height: 900 });
				await settled(page);
				const where = `${listed.name} at ${width}`;
				expect(await sideways(page), where).toEqual([]);
				if (!CHECKED.includes(width)) continue;
				await expectNoAxeViolations(page, where);
				for (const scheme of ["light", "dark"] as const) {
					await page.emulateMedia({ colorScheme: scheme });
					// Only colours differ.
					if (scheme === "dark") await expectNoAxeViolations(page, where, ["color-contrast"]);
					const faint = async () =>
						(await shownCanvasColours(page)).filter(({ contrast }) => contrast < 3);
					await expect.poll(faint, { message: `${where}, ${scheme}` }).toEqual([]);
				}
				await page.emulateMedia({ colorScheme: "light" });
			}
			expect(troubles).toEqual([]);
		},
	);
});
