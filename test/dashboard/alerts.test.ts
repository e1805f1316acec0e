import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
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
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

interface Listed {
	alertId: number;
	name: string;
	state: string;
	pausedUntil: string | null;
	rule: Record<string, unknown>;
}

let browser: Browser;
let site: MadeSite;
let member: Account;
let channelId: number;

const RULE = { condition: "below", metric: "sessions", threshold: 100, window: "1h" };
const ask = <Answer>(path: string, body?: object, method?: string) =>
	askProduct<Answer>(product, `/api/sites/${site.siteId}${path}`, body, method);
const listed = () => ask<Listed[]>("/alerts");
const add = async (name: string, rule: object = RULE) =>
	(await ask<Listed>("/alerts", { name, rule })).alertId;

const openOf = async (
	siteId: string,
	path: string,
	account: Account | undefined = product.owner,
	width = 1280,
) => {
	const opened = await openPage(browser, product, account, { viewport: { width, height: 900 } });
	await opened.page.goto(`/${siteId}/${path}`);
	await settled(opened.page);
	return opened;
};
const open = (path: string, account?: Account, width?: number) =>
	openOf(site.id, path, account, width);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const focused = (page: Page) =>
	page.evaluate(
		() =>
			document.activeElement?.getAttribute("aria-label") ??
			document.activeElement?.textContent ??
			"",
	);
/** Moves the focus with the Tab key to an element, as people without a mouse do. */
const tabTo = async (page: Page, name: string) => {
	for (let presses = 0; presses < 80; presses++) {
		if ((await focused(page)) === name) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`The Tab key does not lead to ${name}`);
};

describeInChromium("the alerts of a site", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Watched site");
		await sendVisit(product, site, { pathname: "/watched" });
		member = await createAccount(product, "member", "alert-member");
		const target = {
			kind: "slack",
			url: "https://hooks.slack.com/services/T0/B0/0123456789abcdef",
		};
		const path = `/api/organizations/${product.organizationId}/channels`;
		({ channelId } = await askProduct<{ channelId: number }>(product, path, {
			...{ name: "Ops room", target },
		}));
	});
	afterAll(() => browser?.close());
	afterEach(async () => {
		for (const { alertId } of await listed()) await ask(`/alerts/${alertId}`, undefined, "DELETE");
	});

	it("are added from a suggestion with one click, and removed again with another", async () => {
		const { page, troubles, close } = await open("alerts");
		await page.getByText("No alerts yet").waitFor();
		await button(page, "Add: No events arrive").click();
		await page.getByRole("link", { name: "No events arrive" }).waitFor();
		await page.getByText("it tells Ops room").waitFor();
		expect(await listed()).toMatchObject([
			{ name: "No events arrive", rule: { condition: "silent", channelIds: [channelId] } },
		]);
		expect(await button(page, "Add: No events arrive").count()).toBe(0);
		await button(page, "Undo").click();
		await page.getByText("No alerts yet").waitFor();
		expect(await listed()).toEqual([]);
		expect(troubles).toEqual([]);
		await close();
	});

	it("are built as a sentence with the mouse, and what is missing is said at its field", async () => {
		const { page, troubles, close } = await open("alerts");
		await page.getByRole("link", { name: "New alert" }).click();
		const form = page.getByRole("region", { name: "New alert" });
		await form.getByRole("button", { name: /^Figure: Sessions/ }).click();
		await page.getByRole("combobox", { name: "Search figures" }).fill("bounce");
		await page.getByRole("option", { name: "Bounce rate" }).click();
		await form.getByRole("button", { name: /^Figure: Bounce rate/ }).waitFor();
		await button(page, "Save alert").click();
		await form.getByText("Enter a number, such as 100.").waitFor();
		await expect.poll(() => focused(page)).toBe("Number");
		await form.getByLabel("Number").fill("62,5");
		await form.getByLabel("Comparison").selectOption("above");
		await form.getByRole("button", { name: "Filter", exact: true }).click();
		await page.getByLabel("Field").selectOption("Page");
		await page.getByRole("combobox", { name: /Page/ }).last().fill("/watched");
		await page.getByRole("option", { name: "/watched" }).click();
		await button(page, "Apply").click();
		await form.getByRole("button", { name: "Edit filter: Page is /watched" }).waitFor();
		await form.getByLabel("Period").selectOption("6 hours");
		await form.getByLabel("Duration").selectOption("30 minutes");
		await form.getByText("Bounce rate above 62.5% within 6 hours, for 30 min").waitFor();
		await form.getByLabel("Ops room · Slack").check();
		await form.getByRole("switch", { name: "Quiet hours" }).check();
		await form.getByLabel("To", { exact: true }).fill("22:00");
		await button(page, "Save alert").click();
		await form.getByText("Enter two different times, such as 22:00 and 07:00.").waitFor();
		await form.getByLabel("To", { exact: true }).fill("06:30");
		await form.getByLabel("Name").fill("People leave at once");
		await button(page, "Save alert").click();
		await page.getByRole("heading", { level: 1, name: /People leave at once/ }).waitFor();
		await page.getByText("It has not fired yet").waitFor();
		const [alert] = await listed();
		expect(new URL(page.url()).pathname).toBe(`/${site.id}/alerts/${alert?.alertId}`);
		expect(alert).toMatchObject({
			name: "People leave at once",
			rule: {
				...{ condition: "above", metric: "bounce_rate", threshold: 62.5, window: "6h", for: 30 },
				filters: ["is", "pathname", ["/watched"]],
				quietHours: { from: "22:00", to: "06:30" },
				channelIds: [channelId],
			},
		});
		expect(troubles).toEqual([]);
		await close();
	});

	it("are built, paused, edited and deleted with the keyboard alone", async () => {
		const { page, troubles, close } = await open("");
		await page.keyboard.press("g");
		await page.keyboard.press("a");
		await page.getByText("No alerts yet").waitFor();
		await tabTo(page, "New alert");
		await page.keyboard.press("Enter");
		await page.getByLabel("Number").waitFor();
		await page.getByLabel("Comparison").focus();
		await page.keyboard.type("lower");
		await page.keyboard.press("Tab");
		expect(await focused(page)).toBe("Per cent");
		await page.keyboard.type("40");
		// Enter in a field saves.
		await page.keyboard.press("Enter");
		const name = "Sessions lower than a week ago by 40% within one hour";
		await page.getByRole("heading", { level: 1, name }).waitFor();

		await tabTo(page, "Pause");
		await page.keyboard.press("Enter");
		await expect.poll(() => focused(page)).toBe("For one hour");
		await page.keyboard.press("Enter");
		await button(page, "Resume").waitFor();
		const [paused] = await listed();
		const minutes = (Date.parse(paused?.pausedUntil ?? "") - Date.now()) / 60_000;
		expect(paused?.state).toBe("paused");
		expect(minutes).toBeGreaterThan(50);
		expect(minutes).toBeLessThanOrEqual(60);
		await button(page, "Resume").press("Enter");
		await button(page, "Pause").waitFor();

		await tabTo(page, "Delete");
		await page.keyboard.press("Enter");
		const question = page.getByRole("dialog", { name: `Delete “${name}”?` });
		await question.waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => focused(page)).toBe("Delete");
		await page.keyboard.press("Enter");
		await question.getByRole("button", { name: "Delete" }).press("Enter");
		await page.getByText("No alerts yet").waitFor();
		expect(await listed()).toEqual([]);
		expect(troubles).toEqual([]);
		await close();
	});

	it("are paused until a time that is still to come", async () => {
		const alertId = await add("Few sessions");
		const { page, close } = await open(`alerts/${alertId}`);
		await button(page, "Pause").click();
		await page.getByRole("menuitem", { name: "Until a day" }).click();
		const dialog = page.getByRole("dialog", { name: "Pause until" });
		await dialog.getByLabel("Day").fill("2020-01-01");
		await dialog.getByRole("button", { name: "Pause" }).click();
		await dialog.getByText("Enter a time that is still to come.").waitFor();
		const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
		await dialog.getByLabel("Day").fill(day);
		await dialog.getByLabel("Time").fill("09:30");
		await dialog.getByRole("button", { name: "Pause" }).click();
		await button(page, "Resume").waitFor();
		expect((await listed())[0]?.pausedUntil?.slice(0, 10)).toBe(day);
		await close();
	});

	it("are tried on the last 90 days when asked to, and again after a change", async () => {
		// The past of this site is longer than a day.
		const { page, troubles, close } = await openOf(product.siteId, "alerts/new");
		const panel = page.getByRole("region", { name: /^The last \d+ days$/ });
		const run = panel.getByRole("button", { name: "Try it on the last 90 days" });
		await run.click();
		// What is missing is said in the form first.
		await page.getByText("Enter a number, such as 100.").waitFor();
		await page.getByLabel("Number").fill("1000000");
		await page.getByLabel("Comparison").selectOption("above");
		const tried = page
			.waitForResponse((response) => response.url().endsWith("/alerts/dry-run"))
			.then((response) => response.json() as Promise<{ days: number }>);
		await run.click();
		await panel.getByText("It would not have fired once.").waitFor();
		const { days } = await tried;
		await page.getByRole("region", { name: `The last ${days} days` }).waitFor();
		await panel.getByRole("img", { name: /it would have fired on 0 days/ }).waitFor();
		await page.getByLabel("Number").fill("900000");
		await panel.getByText("The alert was changed since. Try again.").waitFor();
		await panel.getByRole("button", { name: "Try again" }).click();
		await expect.poll(() => panel.getByText("The alert was changed since.").count()).toBe(0);
		await expectNoAxeViolations(page, "the dry run");
		expect(troubles).toEqual([]);
		await close();
	});

	it("keep what was typed until it is saved or discarded, and say so", async () => {
		const alertId = await add("Few sessions");
		const { page, close } = await open(`alerts/${alertId}/edit`);
		await page.getByLabel("Number").fill("7");
		await page.getByRole("link", { name: "Cancel" }).click();
		await page.getByText("Changes of “Few sessions” are not saved.").waitFor();
		await page.goBack();
		await expect.poll(() => page.getByLabel("Number").inputValue()).toBe("7");
		await button(page, "Discard changes").click();
		await expect.poll(() => page.getByLabel("Number").inputValue()).toBe("100");
		expect(await button(page, "Discard changes").count()).toBe(0);
		await close();
	});

	it("show filters that only the API can write, and keep them", async () => {
		const filters = ["or", ["is", "country", ["DE"]], ["is", "browser", ["Firefox"]]];
		const alertId = await add("Either", { ...RULE, filters });
		const { page, close } = await open(`alerts/${alertId}/edit`);
		await page.getByText("which only the API can change").waitFor();
		await page.getByLabel("Number").fill("5");
		await button(page, "Save alert").click();
		await page.waitForURL(`**/alerts/${alertId}`);
		expect((await listed())[0]?.rule).toMatchObject({ threshold: 5, filters });
		await close();
	});

	it("of others can be read by members, who add their own", async () => {
		const alertId = await add("Of the owner");
		const { page, close } = await open(`alerts/${alertId}`, member);
		await page.getByRole("heading", { level: 1, name: /Of the owner/ }).waitFor();
		for (const name of ["Edit", "Delete", "Pause"])
			expect(await page.locator("main").getByText(name, { exact: true }).count(), name).toBe(0);
		await page.goto(`/${site.id}/alerts`);
		await page.getByRole("link", { name: "Of the owner" }).waitFor();
		expect(await page.getByRole("button", { name: "Actions for Of the owner" }).count()).toBe(0);
		await button(page, "Add: New error").click();
		await page.getByRole("button", { name: "Actions for New error" }).waitFor();
		await close();
	});

	it("are found by the command palette, in German too", async () => {
		const { page, close } = await open("");
		await page.keyboard.press("Control+k");
		await page.getByRole("combobox", { name: "Pages, sites, periods, filters" }).fill("warnungen");
		await page
			.getByRole("option", { name: /Alerts/ })
			.first()
			.waitFor();
		await page.keyboard.press("Enter");
		await page.getByText("No alerts yet").waitFor();
		await close();
	});

	it("say which one does not exist", async () => {
		const { page, close } = await open("alerts/999999");
		await page.getByText("Alert not found").waitFor();
		await page.getByRole("link", { name: "All alerts" }).click();
		await page.getByText("No alerts yet").waitFor();
		await close();
	});

	it("are accessible and fit into 320 pixels, in both schemes, list, page and form", async () => {
		const alertId = await add("Few sessions", {
			...{ ...RULE, for: 30, filters: ["is", "country", ["DE", "AT", "CH", "US"]] },
			quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" },
		});
		const { page, close } = await open("alerts", product.owner, 320);
		for (const path of ["alerts", `alerts/${alertId}`, `alerts/${alertId}/edit`]) {
			await page.goto(`/${site.id}/${path}`);
			await settled(page);
			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme });
				await expectNoAxeViolations(page, `${path} in ${colorScheme}`);
			}
			const sideways = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(sideways, path).toBe(0);
		}
		await page.getByRole("button", { name: /^Figure: / }).click();
		await expectNoAxeViolations(page, "the choice of a figure");
		await close();
	});
});
