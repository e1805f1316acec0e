import { chromium } from "@footfall/testing/browser/engines/chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { sendVisit } from "@footfall/testing/dashboard/dashboard-product";
import { openPage, settled } from "@footfall/testing/dashboard/open-page";
import { type Product, startProduct, temporaryDirectory } from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

const WITHIN_MS = 60_000;
const directory = temporaryDirectory();
let product: Product;
let browser: Browser;

/** Does something while no backend runs: whoever would start it again is held meanwhile. */
const withoutBackend = async (act: () => Promise<void>) => {
	process.kill(product.pid, "SIGSTOP");
	try {
		await product.kill("backend");
		await act();
	} finally {
		process.kill(product.pid, "SIGCONT");
	}
};

describeWithEngine("a backend that stops while it is looked at", chromium.missing(), () => {
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

	it("is named by a page that was not opened before, which opens once the backend is back", async () => {
		const owner = { email: "admin@localhost.localdomain", password: product.password };
		const { page, close } = await openPage(browser, product, owner);
		await page.goto(`/${product.siteId}?range=7d`);
		await settled(page);
		await withoutBackend(async () => {
			await page.getByRole("link", { name: "Pages", exact: true }).click();
			const alert = page.getByRole("alert").filter({ hasText: "The server does not answer" });
			await alert.first().waitFor({ timeout: WITHIN_MS });
			await alert.getByRole("button", { name: "Retry" }).click();
			await alert.first().waitFor();
			expect(new URL(page.url()).pathname).toBe(`/${product.siteId}/pages`);
			// The way to other pages stays, and what was loaded before opens.
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
