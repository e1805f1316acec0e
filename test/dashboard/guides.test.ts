import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import { subjectsOf } from "@footfall/testing/dashboard/page-table";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

describeInChromium("the link to a guide", () => {
	let browser: Browser;
	let opened: OpenedPage;
	let site: string;
	beforeAll(async () => {
		browser = await launchChromium();
		opened = await openPage(browser, product, product.owner);
		({ site } = await subjectsOf(product));
	});
	afterAll(() => browser?.close());

	it.each([
		["goals", "Goals and funnels"],
		["funnels", "Goals and funnels"],
		["replays", "Record"],
		["sources", "campaign"],
		["bots", "Bots"],
		["settings/sharing", "Share"],
		["settings/mails", "alerts"],
		["alerts", "alerts"],
		["settings/snippet", "first"],
		["settings/segments", "filter"],
		["settings/exports", "export"],
	])("of %s opens the page of the manual about it", async (path, words) => {
		const { page } = opened;
		await page.goto(`/${site}/${path}`);
		const link = page.getByRole("link", { name: "Guide" });
		const manual = await fetch(new URL((await link.getAttribute("href")) ?? "", page.url()));
		expect(manual.status).toBe(200);
		const [, heading = ""] = /<h1[^>]*>(.*?)<\/h1>/.exec(await manual.text()) ?? [];
		expect(heading.toLowerCase()).toContain(words.toLowerCase());
	});
});
