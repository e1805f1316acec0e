import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import {
	type Account,
	askAs,
	createAccount,
	type MadeSite,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
/** From the beginning of a page, or of a dialog, to any element in it. */
const MOST_TABS = 120;

let browser: Browser;
let founder: Account;
let site: MadeSite;

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, target: Locator) => {
	await target.waitFor();
	for (let tabs = 0; tabs < MOST_TABS; tabs++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`${target} is not reached`);
};

describeInChromium("moving a site", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		founder = await createAccount(product, "member", "wanderer");
		const made = <Answer>(path: string, body: object) =>
			askAs<Answer>({ url: product.url, account: founder }, path, body);
		const create = "/api/auth/organization/create";
		const { id } = await made<{ id: string }>(create, { name: "Home", slug: "home" });
		await made(create, { name: "Abroad", slug: "abroad" });
		const home = `/api/organizations/${id}`;
		site = await made(`${home}/sites`, { name: "Wanderer", domain: "wanderer.example" });
		const { channelId } = await made<{ channelId: number }>(`${home}/channels`, {
			name: "Chat",
			target: { kind: "slack", url: "https://hooks.example.com/a/b" },
		});
		const rule = { condition: "above", metric: "sessions", threshold: 10, channelIds: [channelId] };
		await made(`/api/sites/${site.id}/alerts`, { name: "Too many sessions", rule });
		await made(`${home}/teams`, { name: "Marketing", siteIds: [site.siteId] });
	});
	afterAll(() => browser?.close());

	it("says in German what ends, fits a phone, is accessible, and works by keyboard alone", async () => {
		const { page, troubles, close } = await openPage(browser, product, founder, {
			locale: "de-DE",
		});
		await page.goto(`/${site.id}/settings/delete`);
		await settled(page);
		await tabTo(page, page.getByRole("button", { name: "Website verschieben…" }));
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog");
		await tabTo(page, dialog.getByLabel("In die Organisation"));
		await page.keyboard.type("Abroad");
		await dialog.getByText(/Teams verlieren die Website: .*Marketing/).waitFor();
		await dialog
			.getByText(/Warnungen verlieren ihre Kanäle und werden pausiert: .*Too many sessions/)
			.waitFor();
		for (const [width, colorScheme] of [
			[1280, "light"],
			[1280, "dark"],
			[320, "light"],
		] as const) {
			await page.setViewportSize({ width, height: 700 });
			await page.emulateMedia({ colorScheme });
			await expectNoAxeViolations(page, `the dialog at ${width}, ${colorScheme}`);
			const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect([width, await wide()]).toEqual([width, 0]);
			const folder = process.env["FOOTFALL_PICTURES"];
			if (folder) await page.screenshot({ path: `${folder}/move-${width}-${colorScheme}.png` });
		}
		await tabTo(page, dialog.getByRole("button", { name: "Website verschieben" }));
		await page.keyboard.press("Enter");
		await page.getByText(/wanderer\.example.* gehört jetzt zu .*Abroad/).waitFor();
		expect(troubles).toEqual([]);
		await page.goto(`/${site.id}/alerts`);
		await page.getByText("Too many sessions").waitFor();
		await close();
	});
});
