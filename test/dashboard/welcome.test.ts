import { pause } from "@footfall/shared/waiting/pause";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { createSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
let browser: Browser;

describeInChromium("the first steps of a site", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("go on from the second step, however late the last answer after naming the site is", async () => {
		const { id } = await createSite(product, "Nib", { domain: "localhost" });
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/welcome?site=${id}`);
		await page.getByRole("textbox", { name: "Name" }).fill("Nib");
		await page.getByRole("textbox", { name: "Domain" }).fill("nib.example");
		await page.route("**/api/organizations", async (route) => {
			await pause(1500);
			await route.continue();
		});
		await page.getByRole("button", { name: "Next", exact: true }).click();
		await page.getByRole("button", { name: "I have added it", exact: true }).click();
		await page.unrouteAll({ behavior: "wait" });
		await page.waitForLoadState("networkidle");
		expect(new URL(page.url()).searchParams.get("step")).toBe("3");
		await page.getByRole("status").getByText("Waiting for the first visit").waitFor();
		await close();
	});
});
