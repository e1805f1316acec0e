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
import { LISTED_PAGES, subjectsOf } from "@footfall/testing/dashboard/page-table";
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

	it.each([
		["viewer", ["invitations", "keys", "audit"]],
		["member", ["invitations", "keys", "audit"]],
		["admin", ["audit"]],
	])("of pages that a %s may not read are absent, and the page says so", async (role, denied) => {
		const { page, requests, close } = await openPage(browser, product, accounts[role]);
		for (const part of denied) {
			await page.goto(`/organization/${product.organizationId}/${part}?open=invite`);
			await settled(page);
			const main = page.getByRole("main");
			await main.getByText("No access", { exact: true }).waitFor();
			await main.getByText("Your role does not include this. Ask an admin or owner").waitFor();
			const controls = main.locator("button, [role=dialog], select, input");
			const others = controls.filter({ hasNotText: "Rename" });
			expect([part, await others.allTextContents()]).toEqual([part, []]);
		}
		const refused = /list-invitations|api-key\/list|audit-log/;
		expect(requests.filter((url) => refused.test(url))).toEqual([]);
		await close();
	});

	it("that change something are on no page of a viewer", async () => {
		const changing =
			/^(New (goal|funnel|alert|board|import|link|report|key|team|address)|Add|Save|Edit|Change|Rename|Delete|Remove|Erase|Move|Invite|Send|Pause|Resume|Mark|Resolve|Ignore|Restore|Upload|Import|Create|Subscribe|Unsubscribe|Generate|Revoke|Turn|Switch)\b/;
		/** Change what these pages show, and nothing that is kept. */
		const ofQuestions: readonly (readonly [RegExp, RegExp])[] = [
			[/overview/, /^(Change|(Edit|Remove) filter: .+|Remove filters)$/],
			[/^live$/, /^Pause$/],
			[/^journeys$/, /^Add page$/],
			// Opens the manual.
			[/^settings imports$/, /^Import with the API$/],
			[
				/^explore$|question/,
				/^(Add (figure|number of a property|breakdown)|Remove .+|Move .+ to the front)$/,
			],
		];
		const subjects = { ...(await subjectsOf(product)), organization: product.organizationId };
		const { page, troubles, close } = await openPage(browser, product, accounts["viewer"]);
		for (const { name, path, isForNobody } of LISTED_PAGES) {
			if (isForNobody || name.startsWith("account")) continue;
			await page.goto(path(subjects));
			await settled(page);
			const main = page.getByRole("main");
			const controls = await main
				.locator("button:not([disabled]):not([aria-disabled=true]), a[href]")
				.evaluateAll((all) =>
					all.map((one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim()),
				);
			const found = controls.filter(
				(text) =>
					changing.test(text) &&
					!ofQuestions.some(([pages, harmless]) => pages.test(name) && harmless.test(text)),
			);
			expect([name, found]).toEqual([name, []]);
			// What the list and its player show is kept nowhere.
			const switches = main.getByRole("switch", {
				name: /^(?!(Skip pauses|With errors)$)/,
				disabled: false,
			});
			expect([name, await switches.count()]).toEqual([name, 0]);
			if (name.startsWith("settings")) {
				const actions = main.getByRole("columnheader", { name: "Actions" });
				expect([name, await actions.count()]).toEqual([name, 0]);
			}
		}
		expect(troubles).toEqual([]);
		await close();
	});

	it("add an annotation to a chart for a member, and neither for a viewer nor for a visitor", async () => {
		const open = await createSite(product, "Annotated", { public: true });
		await sendVisit(product, open, { pathname: "/page" });
		for (const role of ["member", "viewer", "visitor"]) {
			const { page, troubles, close } = await openPage(browser, product, accounts[role], {
				// Cards are loaded once they are visible.
				viewport: { width: 1280, height: 3000 },
			});
			await page.goto(`/${open.id}`);
			await settled(page);
			await page.getByText("No goals yet").waitFor();
			const add = page.getByRole("button", { name: "Add annotation" });
			const addGoal = page.getByRole("link", { name: "Add goal" });
			const offered = role === "member" ? 1 : 0;
			expect([role, await add.count(), await addGoal.count()]).toEqual([role, offered, offered]);
			if (role === "member") {
				await add.click();
				await page.getByRole("dialog").getByLabel("Title").fill("Relaunch");
				await page.getByRole("dialog").getByRole("button", { name: "Add annotation" }).click();
				await page.getByRole("dialog").waitFor({ state: "hidden" });
				const path = `/api/sites/${open.id}/annotations`;
				const annotations = await askProduct<{ title: string }[]>(product, path);
				expect(annotations.map(({ title }) => title)).toEqual(["Relaunch"]);
			}
			expect(troubles).toEqual([]);
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
