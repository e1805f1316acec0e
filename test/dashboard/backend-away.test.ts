import { chromium } from "@footfall/testing/browser/engines/chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { openPage, settled } from "@footfall/testing/dashboard/open-page";
import { type Product, startProduct, temporaryDirectory } from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

const directory = temporaryDirectory();
let product: Product;
let browser: Browser;

describeWithEngine("a backend that stops while it is looked at", chromium.missing(), () => {
	beforeAll(async () => {
		product = await startProduct(directory.path);
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		await product?.stop();
		directory.remove();
	});

	it("is named by what asked it, with what was there before, and recovers without a reload", async () => {
		const owner = { email: "admin@localhost.localdomain", password: product.password };
		const { page, close } = await openPage(browser, product, owner);
		await page.goto(`/${product.siteId}`);
		await settled(page);
		await page.getByRole("heading", { name: "Overview" }).waitFor();
		await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

		// Whoever would start it again is held meanwhile.
		process.kill(product.pid, "SIGSTOP");
		try {
			await product.kill("backend");
			await page.getByRole("link", { name: "Pages", exact: true }).click();
			const alert = page.getByRole("alert").first();
			// A card waits half a minute for an answer before it gives up.
			await alert.getByText("Not loaded").waitFor({ timeout: 60_000 });
			expect(await alert.getByRole("button", { name: "Retry" }).count()).toBe(1);
			expect((await alert.innerText()).length).toBeGreaterThan("Not loaded Retry".length);
			// The frame is still there, with the way to other pages and what was chosen.
			await page.getByRole("heading", { name: "Pages" }).first().waitFor();
			expect(await page.getByRole("link", { name: "Sources", exact: true }).count()).toBe(1);
		} finally {
			process.kill(product.pid, "SIGCONT");
		}
		await expect.poll(() => page.getByText("Not loaded").count(), { timeout: 60_000 }).toBe(0);
		await settled(page);
		expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
		await close();
	});
});
