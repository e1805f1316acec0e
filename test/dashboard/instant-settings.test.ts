import { pause } from "@footfall/shared/waiting/pause";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
/** Longer than a request takes, so that the first choice would arrive last. */
const SLOW_MS = 1000;

describeInChromium("a switch that applies at once", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("keeps the last of two quick choices, however slow the first is", async () => {
		const { siteId, id } = await createSite(product, "Quick choices", { trackOutbound: false });
		const { page, close } = await openPage(browser, product, product.owner);
		let stored = 0;
		await page.route("**/api/sites/*/config", async (route) => {
			if (route.request().method() !== "PUT") return route.continue();
			const isFirst = route.request().postData() === JSON.stringify({ trackOutbound: true });
			if (isFirst) await pause(SLOW_MS);
			await route.fulfill({ response: await route.fetch() });
			stored++;
		});
		await page.goto(`/${id}/settings/tracking`);
		await settled(page);
		const links = page.getByRole("switch", { name: /^Links to other sites/ });
		await links.check();
		await links.uncheck();
		await expect.poll(() => stored).toBe(2);
		const { config } = await askProduct<{ config: { trackOutbound: boolean } }>(
			product,
			`/api/sites/${siteId}/config`,
		);
		expect(config.trackOutbound).toBe(false);
		await expect.poll(() => links.isChecked()).toBe(false);
		await close();
	});
});
