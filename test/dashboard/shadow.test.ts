import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { createSite, type MadeSite } from "@footfall/testing/dashboard/dashboard-product";
import { importRows } from "@footfall/testing/dashboard/import-rows";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { picture } from "@footfall/testing/dashboard/picture";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const DAYS = 10;

const dateOf = (daysAgo: number) => new Date(TODAY - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** The other product counted ten visits a day, and the site nine. */
const sums = Array.from({ length: DAYS }, (_, index) => ({
	...{ date: dateOf(index + 1), visitors: 10, visits: 10, pageviews: 20 },
	...{ bounces: 1, visit_duration: 100 },
}));
const views = Array.from({ length: DAYS + 1 }, (_, index) =>
	Array.from({ length: 9 }, (__, visitor) => ({
		timestamp: `${dateOf(index + 1)}T${10 + visitor}:00:00.000Z`,
		...{ url: "https://shadow.example/", visitor: `${index} ${visitor}`, country: "FR" },
	})),
).flat();

let browser: Browser;
let site: MadeSite;

const openComparison = async (page: Page) => {
	await page.goto(`/${site.id}/settings/imports`);
	const region = page.getByRole("region", { name: "Why the figures differ" });
	await region.getByRole("table").first().waitFor();
	await settled(page);
	return region;
};

describeInChromium("a site that is compared with another product", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Shadow");
		await importRows(product, site, "plausible", sums);
		await importRows(product, site, "plain", views);
	}, 120_000);
	afterAll(() => browser?.close());

	it("shows the difference in a sentence, its parts, and each day", async () => {
		const { page, close, troubles } = await openPage(browser, product, product.owner);
		const region = await openComparison(page);
		await region
			.getByText(
				"Over 10 days, Footfall counts 10.0% fewer visits than Plausible. Unexplained: 10.0 points of it.",
			)
			.waitFor();
		const parts = region.getByRole("list", { name: "Why the figures differ" });
		const numbers = (await parts.getByRole("listitem").allInnerTexts()).map((text) =>
			text.split("\n").at(-1),
		);
		expect(numbers).toEqual(["100", "0", "0", "0", "0", "Not known", "-10", "90"]);
		const yesterday = region.getByRole("row").nth(1);
		expect(await yesterday.getByRole("cell").allInnerTexts()).toEqual(["10", "9", "-1", "-1"]);
		await region.getByLabel("Figure", { exact: true }).selectOption("pageviews");
		await region.getByText("counts 55.0% fewer page views than Plausible").waitFor();
		await region.getByLabel("Period").selectOption("7");
		// Six, if midnight has passed since the sums were made.
		await region.getByText(/^Over [67] days,/).waitFor();
		expect(troubles).toEqual([]);
		await close();
	});

	it("is downloaded as a file with the period and the zone that are shown", async () => {
		const { page, close } = await openPage(browser, product, product.owner);
		const region = await openComparison(page);
		await region.getByLabel("Their days are in").selectOption("Asia/Tokyo");
		const link = page.getByRole("link", { name: "CSV: Why the figures differ" });
		await expect.poll(() => link.getAttribute("href")).toContain("export_time_zone=Asia%2FTokyo");
		const answer = await page.request.get((await link.getAttribute("href")) ?? "");
		expect(answer.status()).toBe(200);
		expect((await answer.text()).split("\r\n")[0]).toContain("day,figure,theirs,ours,difference");
		await close();
	});

	it.each(["light", "dark"] as const)("fits on the narrowest screen: %s", async (colorScheme) => {
		const { page, close } = await openPage(browser, product, product.owner, {
			...{ viewport: { width: 320, height: 700 }, colorScheme },
		});
		await openComparison(page);
		await picture(page, `shadow-narrow-${colorScheme}`);
		const overflow = await page.evaluate<number>(
			"document.documentElement.scrollWidth - document.documentElement.clientWidth",
		);
		expect(overflow).toBe(0);
		await page.setViewportSize({ width: 1280, height: 900 });
		await picture(page, `shadow-${colorScheme}`);
		await close();
	});
});
