import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
let browser: Browser;

describeInChromium("a site's rules", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("are added, edited, moved by the keyboard, previewed and removed, and apply once saved", async () => {
		const site = await createSite(product, "Has rules");
		const saved = async () => {
			const path = `/api/sites/${site.siteId}/config`;
			return (await askProduct<{ config: { rules: object[] } }>(product, path)).config.rules;
		};
		const { page, close, troubles } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/settings/rules`);
		await settled(page);
		await page.getByText("Events are stored as they come.").waitFor();

		const rules = page.getByRole("list", { name: "Rules, in order" }).getByRole("listitem");
		const add = page.getByRole("button", { name: "Add rule" });
		await page.getByLabel("Target", { exact: true }).fill("pathname");
		await page.getByLabel("Pattern").fill("*@*");
		await add.click();
		await page.getByLabel("Action").selectOption("drop");
		await page.getByLabel("Only if (type, field or property)").fill("type");
		await page.getByLabel("Compared with").fill("error");
		await add.click();
		await expect
			.poll(() => rules.allInnerTexts())
			.toEqual([
				expect.stringContaining("1. Mask pathname: *@* → ***"),
				expect.stringContaining("2. Drop (type is error)"),
			]);

		await page.getByRole("button", { name: "Move rule 2 up" }).focus();
		await page.keyboard.press("Enter");
		await expect.poll(() => rules.first().innerText()).toContain("Drop");
		await page.getByRole("button", { name: "Preview" }).click();
		await page.getByText("Of the last 0 events, 0 would be dropped.").waitFor();
		expect(await saved()).toEqual([]);
		const mask = { action: "mask", target: "pathname", pattern: "*@*", placeholder: "***" };
		const drop = { action: "drop", when: { target: "type", operator: "equals", value: "error" } };
		const save = page.getByRole("button", { name: "Save", exact: true });
		await save.click();
		await expect.poll(saved).toEqual([drop, mask]);

		await page.getByRole("button", { name: "Edit rule 2" }).click();
		await page.getByLabel("Target", { exact: true }).fill("ip");
		await page.getByRole("button", { name: "Replace rule" }).click();
		await save.click();
		await page.getByRole("alert").getByText('Rule 2 (mask): target "ip" is unknown').waitFor();
		expect(await saved()).toEqual([drop, mask]);

		await page.getByRole("button", { name: "Remove rule 2" }).click();
		await save.click();
		await expect.poll(saved).toEqual([drop]);
		expect(troubles.filter((trouble) => !String(trouble).includes("400"))).toEqual([]);
		await close();
	});
});
