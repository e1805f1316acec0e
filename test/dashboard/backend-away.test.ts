import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { sendVisit } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

const WITHIN_MS = 60_000;
const directory = createTemporaryDirectory();
let product: Product;
let browser: Browser;

/**
 * Does something while no backend runs: the supervisor, which would restart it, is stopped meanwhile. Resolves when the
 * API answers again, which takes a busy machine a while.
 */
const withoutBackend = async (act: () => Promise<void>) => {
	process.kill(product.pid, "SIGSTOP");
	try {
		await product.kill("backend");
		await act();
	} finally {
		process.kill(product.pid, "SIGCONT");
	}
	const status = async () => (await fetch(`${product.url}/api/version`)).status;
	await eventually(status, (one) => one === 200);
};

/** A page whose clock can be advanced, with a marker that is lost when its document is reloaded. */
const openOverview = async () => {
	const owner = { email: "admin@localhost.localdomain", password: product.password };
	const opened = await openPage(browser, product, owner);
	const { page } = opened;
	await page.clock.install();
	// Rarely needed code is fetched after the rest.
	const notices = page.waitForResponse(/\/assets\/notices-.*\.js$/);
	await page.goto(`/${product.siteId}?range=7d&f=pathname.is~/only-page`);
	await settled(page);
	await (await notices).finished();
	await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
	return opened;
};

describeInChromium("a backend that stops while the dashboard is open", () => {
	beforeAll(async () => {
		product = await startProduct(directory.path);
		const visited = { ...product, organizationId: "" };
		await sendVisit(visited, { id: product.siteId }, { pathname: "/only-page" });
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		await product?.stop();
		directory.remove();
	});

	it("leaves a page its numbers, with one notice of their age until they are current again", async () => {
		const { page, close } = await openOverview();
		const figures = page.getByRole("group", { name: /^Metrics:/ });
		const before = await figures.innerText();
		const banner = page.getByRole("status").filter({ hasText: "Data from" });
		expect(await banner.count()).toBe(0);
		await withoutBackend(async () => {
			// The figures of days that are not over are refreshed each minute.
			await page.clock.fastForward(61_000);
			await banner.waitFor({ timeout: WITHIN_MS });
			expect(await banner.count()).toBe(1);
			expect(await banner.innerText()).toMatch(
				/^The server is not responding\. Data from \d\d:\d\d\.$/,
			);
			expect(await figures.innerText()).toBe(before);

			// A card that was not loaded before has nothing to keep.
			await page.keyboard.press("m");
			const alert = page.getByRole("alert").filter({ hasText: "Not loaded" });
			await alert.getByRole("button", { name: "Retry" }).first().waitFor({ timeout: WITHIN_MS });
			expect(page.url()).toContain("range=mtd");
			await page.getByRole("list", { name: "Filters" }).getByText("/only-page").waitFor();
		});
		await banner.waitFor({ state: "detached", timeout: WITHIN_MS });
		await expect.poll(() => page.getByText("Not loaded").count(), { timeout: WITHIN_MS }).toBe(0);
		await settled(page);
		const { searchParams } = new URL(page.url());
		expect([searchParams.get("range"), searchParams.get("f")]).toEqual([
			"mtd",
			"pathname.is~/only-page",
		]);
		expect(await page.evaluate(() => "isSameDocument" in globalThis)).toBe(true);
		await close();
	});

	it("is reported by a page that was not open before, which loads once the backend is back", async () => {
		const { page, close } = await openOverview();
		await withoutBackend(async () => {
			await page.getByRole("link", { name: "Pages", exact: true }).click();
			const alert = page.getByRole("alert").filter({ hasText: "The server is not responding" });
			await alert.first().waitFor({ timeout: WITHIN_MS });
			await alert.first().getByRole("button", { name: "Retry" }).click();
			await alert.first().waitFor();
			expect(new URL(page.url()).pathname).toBe(`/${product.siteId}/pages`);
			// Navigation still works, and pages that were loaded before open.
			await page.getByRole("link", { name: "Overview", exact: true }).click();
			await page.getByRole("heading", { name: "Overview" }).waitFor();
			await page.getByRole("link", { name: "Pages", exact: true }).click();
			await alert.first().waitFor({ timeout: WITHIN_MS });
		});
		await page.getByRole("heading", { name: "Pages" }).first().waitFor({ timeout: WITHIN_MS });
		await settled(page);
		expect(new URL(page.url()).pathname).toBe(`/${product.siteId}/pages`);
		await close();
	});
});
