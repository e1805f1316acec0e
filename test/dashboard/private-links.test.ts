import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	askProduct,
	createAccount,
	createSite,
	type MadeSite,
	sendVisit,
} from "@footfall/testing/dashboard/dashboard-product";
import { expectFine } from "@footfall/testing/dashboard/expect-fine";
import { inEachBrowser } from "@footfall/testing/dashboard/in-each-browser";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { picture } from "@footfall/testing/dashboard/picture";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const PASSWORD = "correct horse";

let site: MadeSite;
beforeAll(async () => {
	site = await createSite(product, "Linked notes");
	await sendVisit(product, site, { pathname: "/linked-page" });
});

interface Made {
	linkId: number;
	privateLinkKey: string;
}
const ask = <Answer>(path: string, body?: object, method?: string) =>
	askProduct<Answer>(product, `/api/sites/${site.siteId}${path}`, body, method);
const make = (fields: object) => ask<Made>("/private-links", { name: "A link", ...fields });
const revokeAll = async () => {
	const { data } = await ask<{ data: Made[] }>("/private-links");
	for (const { linkId } of data) await ask(`/private-links/${linkId}`, undefined, "DELETE");
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describeInChromium("private links", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	const openSettings = async (options: object = {}, account = product.owner) => {
		const opened = await openPage(browser, product, account, options);
		await opened.page.goto(`/${site.id}/settings/sharing`);
		await opened.page.getByRole("heading", { name: "Private links" }).waitFor();
		return opened;
	};
	const row = (page: Page, name: string) => page.getByRole("row", { name });

	it("are added, changed and revoked one by one, by keyboard", async () => {
		await revokeAll();
		const { page, troubles, close } = await openSettings();
		await page.getByText("No private links yet").waitFor();
		const add = page.getByRole("button", { name: "Add link" });
		await add.focus();
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog", { name: "Add private link" });
		await dialog.getByLabel("Name").fill("Agency");
		await dialog.getByRole("button", { name: "Show only Pages" }).focus();
		await page.keyboard.press("Enter");
		await dialog.getByLabel("Last day (optional)").fill("2020-01-01");
		await dialog.getByLabel("Ask for a password").focus();
		await page.keyboard.press("Space");
		await dialog.getByLabel("Password", { exact: true }).fill("short");
		await page.keyboard.press("Enter");
		await dialog.getByText("Choose today or a later day.").waitFor();
		await dialog.getByText("Enter at least 8 characters.").waitFor();
		await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await dialog.getByLabel("Last day (optional)").fill(inDays(40).slice(0, 10));
		await expectFine(page, "the form of a link");
		await picture(page, "private-link-form");
		await dialog.getByRole("button", { name: "Create and copy link" }).press("Enter");
		const made = page.getByRole("dialog", { name: "Copy the address now" });
		const address = await made.locator("code").innerText();
		expect(address).toMatch(new RegExp(`/${site.id}/[0-9a-f]{32}$`));
		await made.getByRole("button", { name: "Done" }).press("Enter");
		await row(page, "Agency").getByText("Password").waitFor();
		expect(await row(page, "Agency").innerText()).toContain("Pages");
		// The address is nowhere on the page any more.
		expect(await page.content()).not.toContain(address.split("/").at(-1));

		await page.getByRole("button", { name: "Add link" }).press("Enter");
		await dialog.getByLabel("Name").fill("Board");
		await page.keyboard.press("Enter");
		const board = await made.locator("code").innerText();
		await page.keyboard.press("Escape");

		await row(page, "Agency").getByRole("button", { name: "Edit Agency" }).press("Enter");
		const editing = page.getByRole("dialog", { name: "Edit private link" });
		await editing.getByLabel("Name").fill("Agency North");
		await editing.getByLabel("Everything, also pages added in later versions").check();
		await editing.getByRole("button", { name: "Save" }).press("Enter");
		await row(page, "Agency North").getByText("Everything").waitFor();

		await row(page, "Agency North").getByRole("button", { name: "Revoke" }).press("Enter");
		const asked = page.getByRole("dialog", { name: "Revoke Agency North?" });
		await asked.getByRole("button", { name: "Cancel" }).press("Enter");
		await row(page, "Agency North").getByRole("button", { name: "Revoke" }).press("Enter");
		await asked.getByRole("button", { name: "Revoke link" }).press("Enter");
		await row(page, "Agency North").waitFor({ state: "detached" });
		await row(page, "Board").waitFor();
		expect(troubles).toEqual([]);
		await close();

		const reader = await openPage(browser, product);
		await reader.page.goto(address);
		await reader.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
		await reader.page.goto(board);
		await reader.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
		await reader.close();
	});

	it("are listed and asked about accessibly", async () => {
		await revokeAll();
		await ask("/private-link-config", { action: "generate_private_link_key" });
		await make({ name: "Agency", areas: ["overview", "pages", "sources"], expiresAt: inDays(30) });
		const { privateLinkKey } = await make({ name: "Board of directors", password: PASSWORD });
		const { page, close } = await openSettings();
		await row(page, "Board of directors").waitFor();
		await settled(page);
		await expectFine(page, "the list of links");
		await picture(page, "private-links");
		await close();

		const reader = await openPage(browser, product);
		await reader.page.goto(`/${site.id}/${privateLinkKey}`);
		await reader.page.getByRole("heading", { name: "This link needs a password" }).waitFor();
		await reader.page.getByLabel("Password").fill("wrong horse");
		await reader.page.keyboard.press("Enter");
		await reader.page.getByText("That password is wrong.").first().waitFor();
		await expectFine(reader.page, "the page of the password");
		await picture(reader.page, "private-link-password");
		await reader.close();
	});

	it("of an earlier version stay in the list, and their address can be copied again", async () => {
		await revokeAll();
		const { data } = await ask<{ data: { privateLinkKey: string } }>("/private-link-config", {
			action: "generate_private_link_key",
		});
		const { page, close } = await openSettings();
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await page.getByRole("button", { name: "Copy the address of Private link" }).click();
		await page.getByText("Address copied").waitFor();
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toBe(`${product.url}/${site.id}/${data.privateLinkKey}`);
		await close();
	});

	it("are listed for a viewer, who can change none", async () => {
		await revokeAll();
		await make({ name: "Agency" });
		const viewer = await createAccount(product, "viewer", "link-reader");
		const { page, close } = await openSettings({}, viewer);
		await row(page, "Agency").waitFor();
		expect(await page.getByRole("button", { name: /Add link|Edit|Revoke/ }).count()).toBe(0);
		await close();
	});

	it("are explained in German", async () => {
		const { privateLinkKey } = await make({ password: PASSWORD });
		const reader = await openPage(browser, product, undefined, { locale: "de-DE" });
		await reader.page.goto(`/${site.id}/${privateLinkKey}`);
		await reader.page.getByRole("heading", { name: "Dieser Link braucht ein Passwort" }).waitFor();
		await reader.page.goto(`/${site.id}/${"0".repeat(32)}`);
		await reader.page.getByText("Er ist abgelaufen oder wurde widerrufen").waitFor();
		await reader.close();
	});
});

inEachBrowser((journey) => {
	describe("a private link with a password", () => {
		it("opens its pages to who knows it, in any page and tab address, until the password changes", async () => {
			const { linkId, privateLinkKey } = await make({
				...{ password: PASSWORD, areas: ["overview", "pages"] },
			});
			const address = `${product.url}/${site.id}/${privateLinkKey}`;
			const visitor = await journey.stranger(address);
			await visitor.sees("heading", "This link needs a password");
			await visitor.fill("Password", "wrong horse");
			await visitor.press("Enter");
			await visitor.sees("heading", "This link needs a password");
			await expect.poll(() => visitor.text()).toContain("That password is wrong.");
			expect(await visitor.text()).not.toContain("linked-page");
			await visitor.fill("Password", PASSWORD);
			// Whoever looks something up in another window returns to what they typed.
			await visitor.tab.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
			await settled(visitor.tab);
			await visitor.press("Enter");
			await visitor.sees("heading", "Overview");
			await visitor.within("navigation", "Pages").click("link", "Pages");
			await expect.poll(() => visitor.text()).toContain("/linked-page");
			expect((await visitor.address()).pathname).toBe(`/${site.id}/${privateLinkKey}/pages`);
			// The tab remembers it.
			await visitor.open(`${address}/live`);
			await visitor.sees("heading", "Live");

			await ask(`/private-links/${linkId}`, { password: "another horse" }, "PUT");
			await visitor.open(address);
			await visitor.sees("heading", "This link needs a password");
			await ask(`/private-links/${linkId}`, undefined, "DELETE");
			await visitor.open(address);
			await visitor.sees("heading", "This link no longer works");
		});
	});
});
