import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
let browser: Browser;

describeInChromium("a site's clients of other products", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("are named by the ids that they send, with a secret where servers send, until removed", async () => {
		const site = await createSite(product, "Moves over");
		const other = await createSite(product, "Has the number");
		const configOf = ({ siteId }: { siteId: number }) => `/api/sites/${siteId}/config`;
		const saved = async () => {
			const { config } = await askProduct<{ config: { clientIds: object[] } }>(
				product,
				configOf(site),
			);
			return config.clientIds;
		};
		const taken = { product: "matomo", id: "814" };
		await askProduct(product, configOf(other), { clientIds: [taken] }, "PUT");

		const { page, close, troubles } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/settings/clients`);
		await settled(page);
		await page.getByText("Only this site's own tracker sends.").waitFor();
		const add = page.getByRole("button", { name: "Add", exact: true });
		await page.getByLabel("Domain (data-domain)").fill("moves.example");
		await add.click();
		await page.getByRole("row", { name: /moves\.example Plausible/ }).waitFor();

		await page.getByLabel("Product").selectOption("google");
		await page.getByLabel("Measurement ID").fill("G-MOVES1");
		await add.click();
		await page.getByRole("alert").getByText("Enter the secret").waitFor();
		await page.getByLabel("API secret").fill("a secret of Google");
		await add.click();
		await page.getByRole("row", { name: /G-MOVES1 Google Set/ }).waitFor();
		const plausible = { product: "plausible", id: "moves.example", isSecretSet: false };
		const google = { product: "google", id: "G-MOVES1", isSecretSet: true };
		await expect.poll(saved).toEqual([plausible, google]);

		await page.getByLabel("Product").selectOption("matomo");
		await page.getByLabel("Site ID (idsite)").fill(taken.id);
		await add.click();
		await page.getByRole("alert").getByText("in use by another site").waitFor();

		await page.getByRole("button", { name: "Remove Plausible moves.example" }).click();
		await expect.poll(saved).toEqual([google]);
		expect(troubles).toEqual([]);
		await close();
	});
});
