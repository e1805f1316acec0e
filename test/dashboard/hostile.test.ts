import { chromium } from "@footfall/testing/browser/engines/chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, makeSite, sendVisit } from "@footfall/testing/dashboard/dashboard-product";
import { openPage, settled } from "@footfall/testing/dashboard/open-page";
import { describeWithEngine } from "@footfall/testing/require-engine";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const SCRIPT = "<img src=x onerror=window.hacked=1><script>window.hacked=2</script>";
const LINK = "javascript:window.hacked=3";
const USER = `"><svg onload=window.hacked=4>${"x".repeat(60)}`;

let browser: Browser;

describeWithEngine("what visitors send", chromium.missing(), () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	it("is shown as text wherever it is shown, and runs no script", async () => {
		const site = await makeSite(product, "Hostile", { trackErrors: true });
		const visit = {
			page_title: SCRIPT,
			referrer: "https://evil.example/<script>",
			querystring: `?utm_source=${encodeURIComponent(SCRIPT)}&utm_campaign=${encodeURIComponent(LINK)}`,
			language: "en\u202e",
			user_id: USER,
		};
		await sendVisit(product, site, { ...visit, pathname: `/${SCRIPT}` });
		await sendVisit(product, site, { ...visit, pathname: `/${LINK}` });
		await sendVisit(product, site, {
			...visit,
			type: "custom_event",
			event_name: SCRIPT,
			properties: JSON.stringify({ [SCRIPT]: LINK }),
			pathname: "/event",
		});
		await sendVisit(product, site, {
			...visit,
			type: "outbound",
			properties: JSON.stringify({ url: LINK, text: SCRIPT }),
			pathname: "/outbound",
		});
		const { data } = await askProduct<{ data: { session_id: string }[] }>(
			product,
			`/api/sites/${site.id}/sessions?limit=1`,
		);
		const { page, troubles, close } = await openPage(browser, product, product.owner);
		for (const path of [
			"",
			"?open=page_title.utm_source",
			"/live",
			"/pages",
			"/pages?open=page_title",
			"/sources",
			"/sources?open=utm_source",
			"/events",
			"/journeys",
			"/sessions",
			`/sessions/${data[0]?.session_id}`,
			"/users",
			`/users/${encodeURIComponent(USER)}`,
			"/errors",
		]) {
			await page.goto(`/${site.id}${path}`);
			await settled(page);
			expect(await page.evaluate(() => "hacked" in window), path).toBe(false);
			const hrefs = await page
				.locator("a[href]")
				.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
			expect(new Set(hrefs.filter((one) => !/^https?:$/.test(one))), path).toEqual(new Set());
			expect(await page.locator("main img, main script, main svg[onload]").count(), path).toBe(0);
		}
		expect(troubles).toEqual([]);
		await close();
	});
});
