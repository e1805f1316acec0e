import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	type Account,
	askAs,
	createAccount,
	type MadeSite,
} from "@footfall/testing/dashboard/dashboard-product";
import { expectFine } from "@footfall/testing/dashboard/expect-fine";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { picture } from "@footfall/testing/dashboard/picture";
import { settled } from "@footfall/testing/dashboard/settled";
import { tabTo } from "@footfall/testing/dashboard/tab-to";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;
let founder: Account;
let site: MadeSite;

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
		await expectFine(page, "the dialog of a move");
		await picture(page, "move");
		await tabTo(page, dialog.getByRole("button", { name: "Website verschieben" }));
		await page.keyboard.press("Enter");
		await page.getByText(/wanderer\.example.* gehört jetzt zu .*Abroad/).waitFor();
		expect(troubles).toEqual([]);
		await page.goto(`/${site.id}/alerts`);
		await page.getByText("Too many sessions").waitFor();
		await close();
	});
});
