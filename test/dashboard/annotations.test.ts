import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import { type PageSubjects, subjectsOf } from "@footfall/testing/dashboard/page-table";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;
let owner: OpenedPage;
let subjects: PageSubjects;

describeInChromium("the annotations of a site", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		subjects = await subjectsOf(product);
		owner = await openPage(browser, product, product.owner, {
			viewport: { width: 1440, height: 1000 },
		});
	});
	afterAll(() => browser?.close());

	it.each([
		["the overview", () => ""],
		["pages", () => "/pages?line=sessions"],
		["sources", () => "/sources?line=sessions"],
		["places", () => "/places?line=sessions"],
		["devices", () => "/devices?line=sessions"],
		["events", () => "/events"],
		["one event", () => "/events/signup"],
		["goals", () => "/goals"],
		["one goal", ({ goal }: PageSubjects) => `/goals/${goal}`],
		["errors", () => "/errors"],
		["vitals", () => "/vitals"],
		["bots", () => "/bots"],
		["a question by day", () => "/explore?metrics=sessions&dimensions=time:day&view=line"],
		["a ready-made board", () => "/boards/ready-shop"],
	] as const)("are marked on the chart of %s, deployments by their own mark", async (_, path) => {
		const { page, troubles } = owner;
		const address = path(subjects);
		await page.goto(`/${subjects.site}${address}${address.includes("?") ? "&" : "?"}range=28d`);
		await settled(page);
		const plot = page
			.getByRole("application")
			.filter({ has: page.locator("canvas") })
			.first();
		await plot.scrollIntoViewIfNeeded();
		await plot.locator('[data-part="annotation"][data-kind="note"]').first().waitFor();
		await plot.locator('[data-part="annotation"][data-kind="deploy"]').first().waitFor();
		const list = page.getByRole("list", { name: "Annotations" }).first();
		await expect.poll(() => list.innerText()).toMatch(/: Deployment: .*1\.9\.0/);
		expect(troubles).toEqual([]);
	});

	it("are read with N and Shift N, and listed beside the figures in the table", async () => {
		const { page } = owner;
		await page.goto(`/${subjects.site}/errors?range=28d`);
		await settled(page);
		const plot = page.getByRole("application").first();
		await plot.locator('[data-part="annotation"]').first().waitFor();
		await plot.focus();
		const said = page.locator("[role=status]", { hasText: /Deployment|Front page|Newsletter/ });
		await page.keyboard.press("End");
		await page.keyboard.press("Shift+N");
		await expect.poll(() => said.innerText()).toMatch(/Deployment: .*1\.9\.0/);
		await page.keyboard.press("Shift+N");
		await expect.poll(() => said.innerText()).toContain("Newsletter");
		await page.keyboard.press("n");
		await expect.poll(() => said.innerText()).toMatch(/Deployment: .*1\.9\.0/);
		await page.getByRole("button", { name: "Table", exact: true }).first().click();
		await page.getByRole("cell", { name: /Deployment: .*1\.9\.0/ }).waitFor();
	});
});
