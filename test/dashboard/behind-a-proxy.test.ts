import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { freePorts } from "@footfall/testing/network/free-ports";
import { startPrefixProxy } from "@footfall/testing/network/prefix-proxy";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

const directory = createTemporaryDirectory();
let product: Product;
let browser: Browser;
let proxy: { close(): Promise<void> };
let base: string;

describeInChromium("below a path, behind a proxy that ends TLS", () => {
	beforeAll(async () => {
		const [port = 0, proxyPort = 0] = await freePorts(2);
		base = `https://localhost:${proxyPort}/stats`;
		product = await startProduct(directory.path, { PORT: String(port), BASE_URL: base });
		proxy = await startPrefixProxy(proxyPort, "/stats", { port });
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		await proxy?.close();
		await product?.stop();
		directory.remove();
	});

	it("the printed link, the overview, its files and sign-in work as usual", async () => {
		expect(product.signInLink).toMatch(`${base}/welcome#`);
		const options = { ignoreHTTPSErrors: true };
		const opened = await openPage(browser, { url: base }, undefined, options);
		const { page, troubles, requests } = opened;
		await page.goto(product.signInLink);
		await page.getByLabel("Domain").waitFor();
		await page.goto(`${base}/${product.siteId}`);
		await page.getByRole("heading", { name: "Overview" }).waitFor();
		await settled(page);
		expect(page.url()).toBe(`${base}/${product.siteId}`);
		await page.getByRole("link", { name: "Sources", exact: true }).click();
		await page.waitForURL(`${base}/${product.siteId}/sources*`);
		await page.reload();
		await page.getByRole("heading", { name: "Sources" }).first().waitFor();
		expect(requests.filter((url) => url.includes("/assets/")).length).toBeGreaterThan(0);

		const [cookie] = (await page.context().cookies()).filter(({ name }) =>
			name.includes("session_token"),
		);
		expect(cookie).toMatchObject({ secure: true, httpOnly: true });

		await page.getByRole("button", { name: "admin@localhost.localdomain" }).click();
		await page.getByText("Sign out", { exact: true }).click();
		await page.waitForURL(`${base}/login`);
		await page.getByLabel("Email").fill("admin@localhost.localdomain");
		await page.getByLabel("Password").fill(product.password);
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		// There are two sites: the owner's and the demo page's.
		await page.waitForURL(`${base}/sites`);
		await page.getByRole("heading", { name: "Sites" }).waitFor();
		expect(troubles).toEqual([]);
		await opened.close();
	});
});
