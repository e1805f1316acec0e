import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;
let opened: OpenedPage;

const field = () => opened.page.getByRole("combobox", { name: "Pages, sites, periods, filters" });
const options = () => opened.page.getByRole("dialog").getByRole("option");
const press = (key: string) => opened.page.keyboard.press(key);
/** Opens the palette, and types into it. */
const typeInPalette = async (text: string) => {
	await press("Control+k");
	await expect.poll(() => field().evaluate((one) => one === document.activeElement)).toBe(true);
	await opened.page.keyboard.type(text);
};
/** Types into the palette, and waits until an option is the chosen one. */
const find = async (text: string, option: string) => {
	await typeInPalette(text);
	const active = async () => {
		const id = await field().getAttribute("aria-activedescendant");
		return id === null ? "" : opened.page.locator(`[id="${id}"]`).innerText();
	};
	await expect.poll(active).toContain(option);
};
const search = () => new URL(opened.page.url()).searchParams;

describeInChromium("the command palette", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		opened = await openPage(browser, product, product.owner);
	});
	afterAll(() => browser?.close());
	beforeEach(async () => {
		await opened.page.setViewportSize({ width: 1280, height: 900 });
		await opened.page.goto(`/${product.siteId}`);
		await settled(opened.page);
	});

	it("opens a page, filters and chooses a range, and Back returns", async () => {
		const { page, troubles } = opened;
		await find("sources", "Sources");
		await press("Enter");
		await page.waitForURL(`**/${product.siteId}/sources*`);
		await page.getByRole("heading", { level: 1, name: "Sources" }).waitFor();
		await find("germany", "Country is Germany");
		await press("Enter");
		await expect.poll(() => search().get("f")).toBe("country.is~DE");
		await find("/pricing", "Page is /pricing");
		await press("Enter");
		await expect
			.poll(() => search().getAll("f"))
			.toEqual(["country.is~DE", "pathname.is~/pricing"]);
		await find("last 7", "Last 7 days");
		await press("Enter");
		await expect.poll(() => search().get("range")).toBe("7d");
		await page.goBack();
		expect(search().get("range")).toBeNull();
		await page.goBack();
		await page.goBack();
		expect(search().has("f")).toBe(false);
		await page.goBack();
		expect(new URL(page.url()).pathname).toBe(`/${product.siteId}`);
		expect(troubles).toEqual([]);
	});

	it("moves with arrows, Home and End, returns the focus after Esc, and opens links in a new tab", async () => {
		const { page } = opened;
		const rows = page.getByRole("region", { name: "Pages", exact: true }).getByRole("button");
		await rows.first().focus();
		await find("tr", "Tracking");
		for (const [key, at] of [
			["End", -1],
			["Home", 0],
			["ArrowDown", 1],
			["ArrowUp", 0],
		] as const) {
			await press(key);
			const id = await options().nth(at).getAttribute("id");
			expect(await field().getAttribute("aria-activedescendant")).toBe(id);
		}
		const tab = page.context().waitForEvent("page");
		await press("Control+Enter");
		const other = await tab;
		expect(new URL(other.url()).pathname).toBe(`/${product.siteId}/settings/tracking`);
		await other.close();
		await press("Control+k");
		await field().waitFor();
		// The last choice comes first.
		expect(await options().first().innerText()).toContain("Tracking");
		await press("Escape");
		await field().waitFor({ state: "detached" });
		expect(await rows.first().evaluate((row) => row === document.activeElement)).toBe(true);
	});

	it("opens from fields, not over dialogs, and not while shortcuts are off", async () => {
		const { page } = opened;
		await press("?");
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
		await press("Control+k");
		expect(await field().count()).toBe(0);
		await page.getByRole("switch", { name: "Shortcuts on" }).click();
		await press("Escape");
		await press("Control+k");
		expect(await field().count()).toBe(0);
		await page.getByRole("button", { name: /^Search/ }).click();
		await field().waitFor();
		await press("Escape");
		await page.getByRole("button", { name: /^Shortcuts/ }).click();
		await page.getByRole("switch", { name: "Shortcuts on" }).click();
		await press("Escape");
		await page.goto(`/${product.siteId}/sources`);
		await page.getByRole("searchbox").or(page.getByPlaceholder("Search Channels")).first().focus();
		await press("Control+k");
		await field().waitFor();
	});

	it("sends one request after a pause, and keeps its entries when that fails", async () => {
		const { page, requests } = opened;
		await typeInPalette("chrom");
		// Entries that are known already, such as a segment with a matching name, come before the values.
		await options().filter({ hasText: "Browser is Chrome" }).first().waitFor();
		const reports = () => requests.filter((url) => url.endsWith("/reports")).length;
		const before = reports();
		await press("Backspace");
		await page.keyboard.type("me");
		await expect.poll(reports).toBe(before + 1);
		await page.route("**/reports", (route) => route.fulfill({ status: 500, body: "{}" }));
		await field().fill("dev");
		await page.getByRole("alert").getByText("Values could not be searched.").waitFor();
		expect(await options().first().innerText()).toContain("Devices");
		await page.unroute("**/reports");
	});

	it.each([1280, 320])("is accessible in both schemes and fits %i px", async (width) => {
		const { page } = opened;
		await page.setViewportSize({ width, height: 700 });
		await settled(page);
		await find("s", "Sources");
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await expectNoAxeViolations(page, `the palette at ${width}, ${colorScheme}`);
		}
		await page.emulateMedia({ colorScheme: "light" });
		const sideways = await page.getByRole("dialog").evaluate((dialog) => ({
			page: document.documentElement.scrollWidth > innerWidth,
			dialog: dialog.scrollWidth > dialog.clientWidth,
		}));
		expect(sideways).toEqual({ page: false, dialog: false });
	});
});
