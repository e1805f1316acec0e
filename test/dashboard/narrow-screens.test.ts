import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const HERE = `/${product.siteId}`;
/** The smallest size of a target for a finger. */
const FINGER_PX = 44;

let browser: Browser;
let owner: OpenedPage;

const open = async (path: string) => {
	await owner.page.goto(product.url + HERE + path);
	await settled(owner.page);
	return owner.page;
};

const heights = async (targets: Locator) =>
	Promise.all((await targets.all()).map(async (one) => (await one.boundingBox())?.height ?? 0));

describeInChromium("on a phone", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		owner = await openPage(browser, product, product.owner, {
			viewport: { width: 320, height: 700 },
			hasTouch: true,
		});
	});
	afterAll(() => browser?.close());

	it("the bar below has the pages of every day, and the others under More", async () => {
		const page = await open("");
		const bar = page.getByRole("navigation", { name: "Main pages" });
		const entries = bar.locator(":scope > :is(a, button)");
		expect((await entries.allInnerTexts()).map((text) => text.trim())).toEqual([
			"Overview",
			"Live",
			"Pages",
			"Sources",
			"More",
		]);
		expect(Math.min(...(await heights(entries)))).toBeGreaterThanOrEqual(FINGER_PX);
		await bar.getByRole("button", { name: "More" }).click();
		const items = page.getByRole("menuitemradio");
		await items.getByText("Funnels", { exact: true }).waitFor();
		expect(Math.min(...(await heights(items)))).toBeGreaterThanOrEqual(FINGER_PX);
		await items.getByText("Funnels", { exact: true }).click();
		await page.getByRole("heading", { name: "Funnels", level: 1 }).waitFor();
	});

	it("journeys are listed step by step, and a page picks its sessions", async () => {
		const page = await open("/journeys");
		const card = page.getByRole("region", { name: "Paths" });
		const first = card.getByRole("listitem").filter({ hasText: "First page" }).getByRole("button");
		await first.first().waitFor();
		expect(await card.locator("svg[role=group]").count()).toBe(0);
		await first.first().click();
		await settled(page);
		await expect.poll(() => first.count()).toBe(1);
	});

	it("a table that is wider than its panel says so at the edge behind which there is more", async () => {
		const page = await open("/sessions");
		const area = page.getByRole("group", { name: "Sessions, one per row" });
		const edges = () =>
			area.evaluate(({ parentElement: frame }) => [
				frame?.hasAttribute("data-before"),
				frame?.hasAttribute("data-after"),
			]);
		await expect.poll(edges).toEqual([false, true]);
		await area.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
		await expect.poll(edges).toEqual([true, false]);
	});

	it("the calendar of the period is accessible in both schemes and fits", async () => {
		const page = await open("?range=2026-10-01..2026-10-31");
		await page.getByRole("button", { name: /31 Oct/ }).click();
		const calendar = page.getByRole("dialog", { name: "Period" });
		await calendar.getByRole("grid").first().waitFor();
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await expectNoAxeViolations(page, `the calendar in ${colorScheme}`);
		}
		await page.emulateMedia({ colorScheme: "light" });
		const sideways = await calendar.evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth);
		expect(sideways).toBe(false);
	});

	it("the whole of a truncated text is shown beside the focus", async () => {
		const page = await open("/sessions");
		const truncated = page.locator("tbody th a").first();
		await truncated.evaluate((element) => element.replaceChildren("a name ".repeat(30)));
		// It is loaded once the page is idle.
		await expect
			.poll(async () => {
				await page.getByRole("group", { name: "Sessions, one per row" }).focus();
				await page.keyboard.press("Tab");
				await truncated.focus();
				return page.locator("[popover=manual]:popover-open").allInnerTexts();
			})
			.toEqual(["a name ".repeat(30).trim()]);
	});
});
