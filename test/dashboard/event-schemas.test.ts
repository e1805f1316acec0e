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
		await page.getByText("Recent events of this name that it is derived from: 0").waitFor();
		await expect.poll(() => text.inputValue()).toBe('{\n  "type": "object"\n}');
		await page.getByRole("button", { name: "Check recent events" }).click();
		await page.getByText("Recent events that fit: 0 of 0").waitFor();

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

	it("have violations and quarantined events, which are counted with examples and sent again", async () => {
		const schema = { properties: { price: { type: "number" } } };
		const site = await createSite(product, "Has violations");
		const path = `/api/sites/${site.siteId}`;
		const schemas = [{ event: "purchase", mode: "quarantine", schema }];
		await askProduct(product, `${path}/event-schemas`, { schemas }, "PUT");
		const purchase = { site_id: site.id, type: "custom_event", event_name: "purchase" };
		// Until the gateway knows the schema, the event is stored.
		await expect
			.poll(() =>
				askProduct(product, "/api/track", { ...purchase, properties: { price: "9 EUR" } }),
			)
			.toMatchObject({ warnings: [expect.any(String)] });
		for (const list of ["quarantined-events", "schema-violations"])
			await expect
				.poll(async () => JSON.stringify(await askProduct(product, `${path}/${list}`)))
				.toContain("9 EUR");

		const { page, close, troubles } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/settings/schemas`);
		await settled(page);
		const row = page.getByRole("row").filter({ hasText: "/price type" });
		await expect.poll(() => row.innerText()).toContain('"9 EUR"');
		await page.getByText("Quarantined events, which are deleted after 30 days: 1").waitFor();
		await page.getByRole("button", { name: "Send them again" }).click();
		await page.getByText("Events that are being sent again: 1").waitFor();
		expect(troubles).toEqual([]);
		await close();
	});
});
