import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
let browser: Browser;

/** A site on which three functions failed, the first in two builds. */
const siteWithErrors = async (name: string) => {
	const site = await createSite(product, name);
	const happened = [
		["addToCart", "app.3f2a.js", "1.4.0"],
		["addToCart", "app.9c1d.js", "1.5.0"],
		["pay", "app.9c1d.js", "1.5.0"],
		["openMenu", "app.9c1d.js", "1.5.0"],
	] as const;
	for (const [call, bundle, release] of happened) {
		const event = {
			...{ site_id: site.id, type: "error", event_name: "TypeError", pathname: "/", release },
			id: `${call}-${bundle}`,
			properties: {
				message: `${call} failed`,
				stack: `TypeError: ${call} failed\n    at ${call} (https://shop.example/${bundle}:1:200)`,
			},
		};
		// Until the gateway knows the site.
		await expect
			.poll(() => askProduct(product, "/api/track", event))
			.toMatchObject({ success: true });
	}
	const listed = async (state: string) =>
		(
			await askProduct<{ data: { value: string; count: number }[] }>(
				product,
				`/api/sites/${site.siteId}/errors/names?state=${state}&past_minutes_start=60&past_minutes_end=0`,
			)
		).data
			.map(({ value, count }) => `${count} ${value}`)
			.sort();
	await expect
		.poll(() => listed("todo"))
		.toEqual(["1 openMenu failed", "1 pay failed", "2 addToCart failed"]);
	return { ...site, listed };
};

describeInChromium("errors to act on", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("are selected and resolved or ignored, several at once, and listed by their states", async () => {
		const site = await siteWithErrors("Has errors");
		const { page, close, troubles } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/errors?range=today&compare=off`);
		await settled(page);
		const list = page.getByRole("group", { name: "Table of errors" });
		const row = (name: string) => list.getByRole("row").filter({ hasText: `${name} failed` });
		await expect.poll(() => list.locator("tbody tr").count()).toBe(3);
		await expect.poll(() => row("addToCart").innerText()).toContain("1.4.0 – 1.5.0");

		const resolve = page.getByRole("button", { name: "Resolve", exact: true });
		expect(await resolve.isDisabled()).toBe(true);
		await page.getByRole("checkbox", { name: "Select: addToCart failed" }).focus();
		await page.keyboard.press("Space");
		await page.getByText("1 selected").waitFor();
		await page.getByRole("button", { name: "Resolve in a release" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("combobox", { name: "Release" }).fill("1.6.0");
		await page.keyboard.press("Enter");
		await expect.poll(() => site.listed("resolved")).toEqual(["2 addToCart failed"]);
		await expect.poll(() => list.locator("tbody tr").count()).toBe(2);

		await page.getByRole("checkbox", { name: "Select all" }).check();
		await page.getByText("2 selected").waitFor();
		await page.getByRole("button", { name: "Ignore" }).click();
		await page.getByRole("menuitem", { name: "For 7 days" }).click();
		await page.getByText("Nothing to do").waitFor();
		expect(await site.listed("ignored")).toEqual(["1 openMenu failed", "1 pay failed"]);

		await page.getByRole("tab", { name: "Resolved" }).click();
		await settled(page);
		await expect.poll(() => row("addToCart").innerText()).toContain("Resolved");
		for (const width of [1280, 320]) {
			await page.setViewportSize({ width, height: 900 });
			await settled(page);
			await expectNoAxeViolations(page, `resolved errors at ${width}`);
		}
		expect(troubles).toEqual([]);
		await close();
	});

	it("say on their own page who decided, and that they came back", async () => {
		const site = await siteWithErrors("Errors come back");
		const { page, close, troubles } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/errors?range=today&compare=off`);
		await page.getByRole("link", { name: "pay failed" }).click();
		await page.getByRole("heading", { level: 1, name: "TypeError" }).waitFor();
		await settled(page);
		await page.getByRole("button", { name: "Resolve", exact: true }).click();
		await page.getByText(/^by /).waitFor();
		await askProduct(product, "/api/track", {
			...{ site_id: site.id, type: "error", event_name: "TypeError", pathname: "/" },
			properties: {
				message: "pay failed again",
				stack: "TypeError: pay failed again\n    at pay (https://shop.example/app.77aa.js:1:9)",
			},
		});
		await expect.poll(() => site.listed("came_back")).toEqual(["2 pay failed again"]);
		await page.reload();
		await page.getByText("Came back").waitFor();
		await page.getByRole("button", { name: "Reopen" }).click();
		await page.getByText("New", { exact: true }).waitFor();
		for (const width of [1280, 320]) {
			await page.setViewportSize({ width, height: 900 });
			await settled(page);
			await expectNoAxeViolations(page, `an error at ${width}`);
		}
		expect(troubles).toEqual([]);
		await close();
	});
});
