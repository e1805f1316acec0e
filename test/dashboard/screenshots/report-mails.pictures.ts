import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderReportMail } from "@footfall/notices";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	siteMailExample,
	siteMailWith,
	sitesMailExample,
} from "@footfall/testing/notices/report-mail-example";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";

/** Ignored by git. */
const FOLDER = fileURLToPath(new URL("../../../.cache/screenshots/", import.meta.url));

let browser: Browser;
beforeAll(async () => {
	mkdirSync(FOLDER, { recursive: true });
	browser = await launchChromium();
});
afterAll(() => browser?.close());

const MAILS = {
	week: siteMailExample,
	"german-month": siteMailWith(
		{
			points: Array.from({ length: 31 }, (_, day) => ({
				time: `2026-10-${String(day + 1).padStart(2, "0")}`,
				people: Math.round(300 + 120 * Math.sin(day) + 6 * day),
				previous: Math.round(280 + 100 * Math.sin(day + 1)),
				isImported: day < 9,
			})),
			imported: { from: "2026-10-01", to: "2026-10-09", source: "Plausible" },
			segment: "Neukunden",
		},
		{
			language: "de",
			every: "month",
			period: { from: "2026-10-01", to: "2026-10-31" },
			before: { from: "2026-09-01", to: "2026-09-30" },
			lateSince: Date.UTC(2026, 10, 1, 7),
			hasPdf: true,
		},
	),
	sites: sitesMailExample,
	empty: siteMailWith({ hasEvents: false }),
};

it.each(Object.entries(MAILS))("a report by mail: %s", async (name, mail) => {
	const { html } = renderReportMail(mail, "inline");
	for (const width of [600, 320])
		for (const scheme of ["light", "dark"] as const) {
			const page = await browser.newPage({
				...{ viewport: { width, height: 900 }, colorScheme: scheme, deviceScaleFactor: 2 },
			});
			await page.setContent(html);
			const path = `${FOLDER}report-mail-${name}-${width}-${scheme}.png`;
			await page.screenshot({ path, fullPage: true });
			await page.close();
		}
});
