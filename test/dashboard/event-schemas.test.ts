import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
let browser: Browser;

describeInChromium("a site's event schemas", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("are derived, checked, saved, edited and removed, and what is no schema is refused with its place", async () => {
		const site = await createSite(product, "Has schemas");
		const saved = async () => {
			const path = `/api/sites/${site.siteId}/event-schemas`;
			return (await askProduct<{ data: { schemas: object[] } }>(product, path)).data.schemas;
		};
		const { page, close, troubles } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/settings/schemas`);
		await settled(page);
		await page.getByText("No event has a schema.").waitFor();
		await page.getByText("All events fit.").waitFor();

		const name = page.getByLabel("Name of the event");
		const text = page.getByLabel("JSON Schema of its properties");
		const save = page.getByRole("button", { name: "Save schema" });
		await name.fill("purchase");
		await page.getByRole("button", { name: "Derive from recent events" }).click();
		await page.getByText("Derived from the last 0 events of this name.").waitFor();
		await expect.poll(() => text.inputValue()).toBe('{\n  "type": "object"\n}');
		await page.getByRole("button", { name: "Check recent events" }).click();
		await page.getByText("0 of the last 0 events fit.").waitFor();

		await text.fill("[]");
		await save.click();
		await page.getByText("This is not a JSON object.").waitFor();
		await text.fill('{ "requred": ["price"] }');
		await save.click();
		await page.getByRole("alert").getByText("purchase: /requred").waitFor();
		expect(await saved()).toEqual([]);
		await text.fill('{ "required": ["price"] }');
		await save.click();
		const schema = { required: ["price"] };
		await expect.poll(saved).toEqual([{ event: "purchase", mode: "watch", schema }]);

		const list = page.getByRole("list", { name: "Event schemas" }).getByRole("listitem");
		await expect
			.poll(() => list.allInnerTexts())
			.toEqual([expect.stringContaining("Watch: store and count")]);
		await page.getByRole("button", { name: "Edit the schema of purchase" }).click();
		await expect.poll(() => name.inputValue()).toBe("purchase");
		await page.getByLabel("If an event does not fit").selectOption("quarantine");
		await page.getByText("Quarantine even if no recent event fits").waitFor();
		await save.click();
		await expect.poll(saved).toEqual([{ event: "purchase", mode: "quarantine", schema }]);
		await page.getByRole("button", { name: "Remove the schema of purchase" }).click();
		await expect.poll(saved).toEqual([]);
		await page.getByText("No event has a schema.").waitFor();
		expect(troubles.filter((trouble) => !String(trouble).includes("400"))).toEqual([]);
		await close();
	});
});
