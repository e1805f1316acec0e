import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { tabTo } from "@footfall/testing/dashboard/tab-to";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** Two whole weeks, compared with the two before. */
const PERIOD = `range=${dayBefore(14)}..${dayBefore(1)}`;

let browser: Browser;

const open = async (path: string, width = 1280) => {
	const opened = await openPage(browser, product, product.owner, {
		viewport: { width, height: 900 },
	});
	await opened.page.goto(`/${product.siteId}/${path}?${PERIOD}`);
	await settled(opened.page);
	return opened;
};
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Why did this change: / });
/** Its sentences, once they are there. */
const sentencesOf = async (page: Page) => {
	await dialog(page).waitFor();
	await settled(page);
	const sentences = dialog(page).getByText(/\.$/);
	await sentences.first().waitFor();
	return sentences.allInnerTexts();
};
/** Whether an element has the focus. */
const hasFocus = (element: ReturnType<Page["locator"]>) =>
	element.evaluate((one) => one === document.activeElement);

describeInChromium("the explanation of a change", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("opens from a figure of the overview by keyboard alone, says sentences, and gives the focus back", async () => {
		const { page, troubles, close } = await open("overview");
		const why = page.getByRole("button", { name: "Why did this change: Sessions?" });
		await tabTo(page, why);
		await page.keyboard.press("Enter");
		const sentences = await sentencesOf(page);
		expect(sentences[0]).toMatch(/\d.*\d/);
		// The focus stays in the dialog.
		for (let presses = 0; presses < 30; presses++) {
			await page.keyboard.press("Tab");
			const isOutside = await page.evaluate(
				() =>
					document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
			);
			expect(isOutside).toBe(false);
		}
		await page.keyboard.press("Escape");
		await expect.poll(() => dialog(page).count()).toBe(0);
		expect(await hasFocus(why)).toBe(true);
		expect(troubles).toEqual([]);
		await close();
	});

	it("opens from a column of a table by keyboard alone, about the value of its row", async () => {
		const { page, troubles, close } = await open("pages");
		const table = page.getByRole("table").first();
		const why = table.getByRole("button", { name: /Why did this change: / }).first();
		await tabTo(page, why);
		const name = (await why.innerText()).split("Why did this change: ")[1] ?? "";
		await page.keyboard.press("Space");
		await page.getByRole("dialog", { name: `Why did this change: ${name}` }).waitFor();
		expect((await sentencesOf(page)).length).toBeGreaterThan(0);
		await tabTo(page, dialog(page).getByRole("button", { name: "Close" }).last());
		await page.keyboard.press("Enter");
		await expect.poll(() => dialog(page).count()).toBe(0);
		expect(await hasFocus(why)).toBe(true);
		expect(troubles).toEqual([]);
		await close();
	});

	it("is accessible and fits into 320 pixels, in both schemes", async () => {
		for (const width of [1280, 320]) {
			const { page, close } = await open("overview", width);
			await page.getByRole("button", { name: "Why did this change: Sessions?" }).press("Enter");
			await sentencesOf(page);
			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme });
				await expectNoAxeViolations(page, `the explanation at ${width} px in ${colorScheme}`);
			}
			const sideways = await page.evaluate(() => {
				const elements = [document.documentElement, document.querySelector("dialog[open]")];
				return elements.map((one) => (one ? one.scrollWidth - one.clientWidth : -1));
			});
			expect(sideways, `at ${width} px`).toEqual([0, 0]);
			await close();
		}
	});
});
