import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import {
	LISTED_PAGES,
	type PageSubjects,
	subjectsOf,
} from "@footfall/testing/dashboard/page-table";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const root = new URL("../../../", import.meta.url);
/** Ignored by git. */
const FOLDER = fileURLToPath(new URL(".cache/screenshots/", root));
const README_IMAGES = fileURLToPath(new URL("docs/images/", root));
const MAX_README_BYTES = 150_000;
const WIDTHS = [1280, 700, 320];
const SCHEMES = ["light", "dark"] as const;

let browser: Browser;
let subjects: PageSubjects;
let owner: OpenedPage;
let nobody: OpenedPage;

beforeAll(async () => {
	mkdirSync(FOLDER, { recursive: true });
	browser = await launchChromium();
	subjects = await subjectsOf(product);
	owner = await openPage(browser, product, product.owner);
	nobody = await openPage(browser, product);
});
afterAll(() => browser?.close());

const show = async (page: Page, path: string) => {
	await page.goto("about:blank");
	await page.goto(product.url + path);
	await settled(page);
};

it.each(LISTED_PAGES)("$name", async ({ name, path, isForNobody }) => {
	const { page } = isForNobody ? nobody : owner;
	await show(page, path(subjects));
	for (const width of WIDTHS)
		for (const scheme of SCHEMES) {
			await page.setViewportSize({ width, height: 900 });
			await page.emulateMedia({ colorScheme: scheme });
			await settled(page);
			const file = `${name.replaceAll(/\W+/g, "-")}-${width}-${scheme}.png`;
			await page.screenshot({ path: FOLDER + file, fullPage: true, animations: "disabled" });
		}
});

it("of the README: the first screen of the overview", async () => {
	const { page } = owner;
	await page.setViewportSize({ width: 1280, height: 900 });
	await show(page, `/${subjects.site}`);
	for (const scheme of SCHEMES) {
		await page.emulateMedia({ colorScheme: scheme });
		await settled(page);
		const path = `${README_IMAGES}overview-${scheme}.png`;
		await page.screenshot({ path, animations: "disabled" });
		expect(statSync(path).size, path).toBeLessThan(MAX_README_BYTES);
	}
});
