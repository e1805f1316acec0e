import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	askProduct,
	createSite,
	type MadeSite,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { eventually } from "@footfall/testing/eventually";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { secondIsOver, visitsOf } from "./recorded-visits.ts";

const product = inject("dashboardProduct");

let browser: Browser;
let site: MadeSite;

const ask = <Answer>(path: string) =>
	askProduct<Answer>(product, `/api/sites/${site.siteId}${path}`);

/** Half a minute with activity each second. */
const SECONDS = Array.from({ length: 30 }, (_, second) => second + 1);

/** Resolves once the recording of a visitor plays by itself and shows what they saw. */
const plays = async (page: Page): Promise<string> => {
	const position = page.getByRole("slider", { name: "Position in the recording" });
	const at = async () => Number(await position.getAttribute("aria-valuenow"));
	const first = await at();
	await expect.poll(at).toBeGreaterThan(first);
	const heading = page
		.frameLocator("iframe[title^=Recording]")
		.frameLocator("iframe")
		.locator("h1");
	return heading.innerText();
};

describeInChromium("a funnel", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Funnel shop", { sessionReplay: true });
		const { view, record } = visitsOf(product, site);
		for (const visitor of ["ann", "bob", "cleo"]) await view(visitor, "/pricing");
		await secondIsOver();
		for (const visitor of ["ann", "bob"]) {
			await record(visitor, SECONDS);
			await view(visitor, "/signup");
		}
		await eventually(
			() => ask<{ data: { event_count: number }[] }>("/session-replay/list"),
			({ data }) => data.length === 2,
		);
		await eventually(
			() => ask<{ data: { pageviews: number } }>("/overview"),
			({ data }) => Number(data.pageviews) === 5,
		);
	});
	afterAll(() => browser?.close());

	it("leads from its steps to the sessions of one, and from recording to recording", async () => {
		const { page, troubles, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/funnels`);
		await page.getByRole("link", { name: "New funnel" }).click();
		await page.getByLabel("Name", { exact: true }).fill("Prices to account");
		const steps = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
		for (const [index, path] of ["/pricing", "/signup"].entries())
			await steps.nth(index).getByLabel("Path", { exact: true }).fill(path);
		// The preview is computed before the funnel is saved.
		const funnel = page.getByRole("region", { name: "Funnel", exact: true });
		await funnel.getByText("66.7% of 3 sessions completed the funnel").waitFor();
		await page.getByRole("button", { name: "Save funnel" }).click();
		await page.waitForURL(/\/funnels\/\d+/);
		await funnel.getByText("66.7% of 3 sessions completed the funnel").waitFor();

		await funnel.getByRole("button", { name: "1 left here" }).click();
		const left = page.getByRole("region", { name: /^Dropped off between/ });
		await expect.poll(() => left.locator("tbody tr").count()).toBe(1);
		await funnel.getByRole("button", { name: "/signup" }).click();
		const reached = page.getByRole("region", { name: /^Reached/ });
		await expect.poll(() => reached.locator("tbody tr").count()).toBe(2);

		await reached.locator("tbody").getByRole("link").first().click();
		await page.waitForURL(/\/sessions\/./);
		const seen = [await plays(page)];

		await page.getByRole("navigation", { name: "Pages" }).getByText("Recordings").click();
		const recordings = page.getByRole("group", { name: "Recordings, one per row" });
		await expect.poll(() => recordings.locator("tbody tr").count()).toBe(2);
		await recordings.locator("tbody").getByRole("link").first().click();
		await page.waitForURL(/\/replays\/./);
		seen.push(await plays(page));
		await page.getByRole("link", { name: "Older" }).click();
		await page.getByRole("link", { name: "Newer" }).waitFor();
		seen.push(await plays(page));
		expect([...new Set(seen)].sort()).toEqual(["Seen by ann", "Seen by bob"]);
		expect(seen[1]).not.toBe(seen[2]);
		expect(troubles).toEqual([]);
		await close();
	});
});
