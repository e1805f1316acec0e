import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	type Account,
	askProduct,
	createAccount,
	createSite,
	type MadeSite,
	sendVisit,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;
let site: MadeSite;
const accounts: Record<string, Account> = { owner: product.owner };

const ORGANIZATION: Record<string, string[]> = {
	viewer: ["Members", "Teams", "Report mails", "Usage"],
	member: ["Members", "Teams", "Report mails", "Usage"],
	admin: ["Members", "Invitations", "Teams", "Channels", "Report mails", "API keys", "Usage"],
	owner: [
		...["Members", "Invitations", "Teams", "Channels", "Report mails", "API keys"],
		...["Audit log", "Usage"],
	],
};

describeInChromium("menus and controls", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		accounts["viewer"] = await createAccount(product, "viewer", "onlooker");
		accounts["member"] = await createAccount(product, "member", "reader");
		accounts["admin"] = await createAccount(product, "admin", "keeper");
		site = await createSite(product, "Roles");
		await sendVisit(product, site, { pathname: "/page" });
	});
	afterAll(() => browser?.close());

	it.each(["viewer", "member", "admin", "owner"])(
		"are limited to what a %s may use",
		async (role) => {
			const mayConfigure = role === "admin" || role === "owner";
			const { page, close } = await openPage(browser, product, accounts[role]);
			await page.goto("/sites");
			await settled(page);
			const menu = page.getByRole("navigation", { name: "Pages" });
			expect(await menu.getByRole("link").allTextContents()).toEqual([
				"Sites",
				...(ORGANIZATION[role] ?? []),
			]);
			expect((await page.getByRole("button", { name: "Add site" }).count()) > 0).toBe(mayConfigure);

			await page.goto(`/${site.id}/settings/tracking`);
			await settled(page);
			const control = page.getByRole("switch", { name: /^Links to other sites/ });
			const readOnly = page.getByText("You can view these settings.");
			await (mayConfigure ? control : readOnly).waitFor();
			expect(await readOnly.count()).toBe(mayConfigure ? 0 : 1);
			expect(
				(await page.getByRole("main").getByRole("switch", { disabled: false }).count()) > 0,
			).toBe(mayConfigure);
			if (mayConfigure) {
				const trackOutbound = async () =>
					(await askProduct<{ trackOutbound: boolean }>(product, `/api/sites/${site.siteId}`))
						.trackOutbound;
				const before = await trackOutbound();
				await control.click();
				await expect.poll(trackOutbound).toBe(!before);
			}

			// Actions that the menus do not offer are also refused by the API.
			const refused = await page.evaluate(
				async (path) =>
					(
						await fetch(path, {
							method: "PUT",
							headers: { "content-type": "application/json" },
							body: JSON.stringify({ trackDownloads: true }),
						})
					).status,
				`/api/sites/${site.siteId}/config`,
			);
			expect(refused).toBe(mayConfigure ? 200 : 403);
			await close();
		},
	);

	it("that add or change something are there for a member, and absent for a viewer", async () => {
		const adding: Record<string, RegExp> = {
			goals: /^New goal$/,
			funnels: /^New funnel$/,
			alerts: /^New alert$/,
			boards: /^New board$/,
			explore: /^Save$/,
			"settings/annotations": /^Add annotation$/,
			"settings/segments": /^Choose filters to save$/,
			"settings/mails": /^New report mail$/,
		};
		for (const role of ["member", "viewer"]) {
			const { page, close } = await openPage(browser, product, accounts[role]);
			for (const [path, name] of Object.entries(adding)) {
				await page.goto(`/${site.id}/${path}`);
				await settled(page);
				const main = page.getByRole("main");
				const controls = await main.locator("button, a").allTextContents();
				const found = controls.some((text) => name.test(text.trim()));
				expect([role, path, found, controls]).toEqual([role, path, role === "member", controls]);
			}
			await close();
		}
	});

	it("lead people back to where they were after they sign in", async () => {
		const { page, close } = await openPage(browser, product);
		await page.goto(`/${site.id}?range=7d`);
		await page.getByRole("heading", { name: "This site is not public" }).waitFor();
		await page.getByRole("link", { name: "Sign in" }).click();
		await page.getByLabel("Email").fill(accounts["member"]?.email ?? "");
		await page.getByLabel("Password").fill(accounts["member"]?.password ?? "");
		// Sign-ins are rate-limited, and other tests have just signed in.
		await vi.waitFor(
			async () => {
				const button = page.getByRole("button", { name: "Sign in", exact: true });
				if ((await button.count()) > 0) await button.click();
				await page.getByRole("heading", { name: "Overview" }).waitFor({ timeout: 5_000 });
			},
			{ timeout: 60_000, interval: 1_000 },
		);
		expect(page.url()).toBe(`${product.url}/${site.id}?range=7d`);
		await close();
	});
});
