import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	askProduct,
	createSite,
	type MadeSite,
} from "@footfall/testing/dashboard/dashboard-product";
import { importRows } from "@footfall/testing/dashboard/import-rows";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { picture } from "@footfall/testing/dashboard/picture";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const DAY_MS = 86_400_000;
/** The day of the site's first event, which is also the last one with sums. */
const OWN_SINCE = Date.parse("2025-11-01T00:00:00Z");
const SUMS_SINCE = Date.parse("2021-01-01T00:00:00Z");

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Five years of sums: each day has some more visitors than the one before, and fewer on weekends. */
const sums = Array.from({ length: (OWN_SINCE - SUMS_SINCE) / DAY_MS + 1 }, (_, day) => {
	const at = SUMS_SINCE + day * DAY_MS;
	const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
	const visits = Math.round((40 + day / 20) * (isWeekend ? 0.6 : 1));
	const figures = {
		...{ date: dayOf(at), visits, visitors: visits - 4, pageviews: 3 * visits },
		...{ bounces: Math.round(visits / 3), visit_duration: 95 * visits },
	};
	return [
		figures,
		{ ...figures, source: "Google", referrer: "google.com", utm_source: "" },
		{ ...figures, country: "DE", region: "DE-BE", city: 0 },
		{ ...figures, hostname: "past.example", page: "/before" },
	];
}).flat();
const lastSums = sums.filter(({ date }) => date < dayOf(OWN_SINCE));
const importedSessions = lastSums.reduce((sum, { visits }) => sum + visits, 0) / 4;

/** A year of own events, some visitors each day. */
const views = Array.from({ length: 380 }, (_, day) =>
	Array.from({ length: 5 + (day % 7) }, (__, visitor) => ({
		timestamp: new Date(OWN_SINCE + day * DAY_MS + 3_600_000 * (8 + visitor)).toISOString(),
		...{ url: "https://past.example/now", visitor: `${day} ${visitor}`, country: "FR" },
	})),
).flat();

let browser: Browser;
let site: MadeSite;

const ALL = `range=2021-01-01..2026-11-15`;
const noteOf = (page: Page) =>
	page.getByRole("region", { name: "Metrics and chart" }).getByRole("paragraph");
const sessionsOf = async (page: Page) =>
	(
		await page
			.getByRole("group", { name: /^Metrics:/ })
			.getByRole("button", { name: /^Sessions/ })
			.innerText()
	).replaceAll(/\D/g, "");

describeInChromium("days imported from another product", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Past");
		await importRows(product, site, "plausible", sums);
		await importRows(product, site, "plain", views);
	}, 120_000);
	afterAll(() => browser?.close());

	it("count in the overview, which names them, until they are switched off in its address", async () => {
		const { page, close, troubles } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}?${ALL}&compare=off&bucket=week&line=users`);
		await settled(page);
		expect(await sessionsOf(page)).toBe(String(importedSessions + views.length));
		await expect
			.poll(() => noteOf(page).first().innerText())
			.toBe(
				"From Plausible, 1 Jan 2021 – 31 Oct 2025. People of these days are visitors of each day: one on two days counts twice.",
			);
		await picture(page, "light");
		await page.getByRole("switch", { name: "Count them" }).click();
		await expect.poll(() => page.url()).toContain("imported=0");
		await expect.poll(() => sessionsOf(page)).toBe(String(views.length));
		await expect
			.poll(() => noteOf(page).first().innerText())
			.toBe("Without the days from Plausible.");
		await page.reload();
		await settled(page);
		expect(await sessionsOf(page)).toBe(String(views.length));
		await page.getByRole("switch", { name: "Count them" }).click();
		await expect.poll(() => page.url()).not.toContain("imported=0");
		await expect.poll(() => sessionsOf(page)).toBe(String(importedSessions + views.length));
		expect(troubles).toEqual([]);
		await close();
	});

	it("are missing from a card with one sentence that says why", async () => {
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}?${ALL}&compare=off`);
		await settled(page);
		const devices = page.getByRole("region", { name: "Devices" });
		await devices
			.getByText("Without the days from Plausible: they are not divided by this.")
			.waitFor();
		const pages = page.getByRole("region", { name: "Pages", exact: true });
		expect(await pages.getByText("Without the days").count()).toBe(0);
		expect(await pages.innerText()).toContain("/before");
		await close();
	});

	it("are not mentioned on a site without any", async () => {
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${product.siteId}`);
		await settled(page);
		expect(await page.getByRole("switch", { name: "Count them" }).count()).toBe(0);
		await close();
	});

	it("stand beside the own figures, month by month, where imports are listed", async () => {
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(`/${site.id}/settings/imports`);
		const table = page
			.getByRole("region", { name: "Months side by side" })
			.getByRole("table")
			.first();
		await table.waitFor();
		const november = table.getByRole("row", { name: /^November 2025/ });
		const cells = await november.getByRole("cell").allInnerTexts();
		const own = views.filter(({ timestamp }) => timestamp.startsWith("2025-11")).length;
		const [last] = sums.slice(-4);
		const { visits = 0, visitors = 0, pageviews = 0 } = last ?? {};
		expect(cells.slice(-6)).toEqual([visitors, visits, own, pageviews, own, 1].map(String));
		await picture(page, "months");
		const day = page.getByLabel("Imported figures count before").first();
		await day.fill("2021-01-03");
		await page.getByRole("button", { name: "Save" }).first().click();
		await expect
			.poll(async () => {
				const answer = await askProduct<{ imported?: { to?: string } }>(
					product,
					`/api/sites/${site.siteId}/overview`,
				);
				return answer.imported?.to;
			})
			.toBe("2021-01-02");
		await askProduct(product, `/api/sites/${site.siteId}/config`, { importedUntil: "" }, "PUT");
		await close();
	});

	it.each(["light", "dark"] as const)("fit on the narrowest screen: %s", async (colorScheme) => {
		const { page, close } = await openPage(browser, product, product.owner, {
			...{ viewport: { width: 320, height: 700 }, colorScheme },
		});
		await page.goto(`/${site.id}?${ALL}&compare=off&bucket=month`);
		await settled(page);
		await page.getByRole("switch", { name: "Count them" }).waitFor();
		await picture(page, `narrow-${colorScheme}`);
		const overflow = await page.evaluate<number>(
			"document.documentElement.scrollWidth - document.documentElement.clientWidth",
		);
		expect(overflow).toBe(0);
		await close();
	});
});
