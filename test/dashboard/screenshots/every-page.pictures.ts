import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import {
	LISTED_PAGES,
	type PageSubjects,
	subjectsOf,
} from "@footfall/testing/dashboard/page-table";
import { settled } from "@footfall/testing/dashboard/settled";
import { eventually } from "@footfall/testing/eventually";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { visitsOf } from "../recorded-visits.ts";

const product = inject("dashboardProduct");
const root = new URL("../../../", import.meta.url);
/** Ignored by git. */
const FOLDER = fileURLToPath(new URL(".cache/screenshots/", root));
const DOCS_IMAGES = fileURLToPath(new URL("docs/images/", root));
const MAX_README_BYTES = 150_000;
const MAX_GUIDE_BYTES = 80_000;
const WIDTHS = [1280, 700, 320];
const SCHEMES = ["light", "dark"] as const;

let browser: Browser;
let subjects: PageSubjects;
let owner: OpenedPage;
let nobody: OpenedPage;

beforeAll(async () => {
	mkdirSync(FOLDER, { recursive: true });
	browser = await launchChromium();
	subjects = await subjectsOf(product);
	owner = await openPage(browser, product, product.owner);
	nobody = await openPage(browser, product);
});
afterAll(() => browser?.close());

const show = async (page: Page, path: string) => {
	await page.goto("about:blank");
	await page.goto(product.url + path);
	await settled(page);
};

it.each(LISTED_PAGES)("$name", async ({ name, path, isForNobody }) => {
	const { page } = isForNobody ? nobody : owner;
	await show(page, path(subjects));
	for (const width of WIDTHS)
		for (const scheme of SCHEMES) {
			await page.setViewportSize({ width, height: 900 });
			await page.emulateMedia({ colorScheme: scheme });
			await settled(page);
			const file = `${name.replaceAll(/\W+/g, "-")}-${width}-${scheme}.png`;
			await page.screenshot({ path: FOLDER + file, fullPage: true, animations: "disabled" });
		}
});

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** Four whole weeks until yesterday, after four weeks with traffic: a day that is not over looks like a plunge. */
const WHOLE_WEEKS = `${dayBefore(28)}..${dayBefore(1)}`;
const METRICS = 6;

it("of the README: the first screen of the overview, compared with weeks that have traffic", async () => {
	const { page } = owner;
	await page.setViewportSize({ width: 1280, height: 900 });
	await show(page, `/${subjects.site}?range=${WHOLE_WEEKS}&tz=UTC`);
	const metrics = page.getByRole("group", { name: /^Metrics:/ });
	expect(await metrics.getByText(/^from [\d,.]*[1-9]/).count()).toBe(METRICS);
	for (const scheme of SCHEMES) {
		await page.emulateMedia({ colorScheme: scheme });
		await settled(page);
		const path = `${DOCS_IMAGES}overview-${scheme}.png`;
		await page.screenshot({ path, animations: "disabled" });
		expect(statSync(path).size, path).toBeLessThan(MAX_README_BYTES);
	}
});

/** The data in the pictures of the guides besides the pages of the example site. */
interface GuideSubjects extends PageSubjects {
	funnel: string;
	recordedSite: string;
}

const guideSubjects = async (): Promise<GuideSubjects> => {
	const path = `/api/sites/${product.siteId}/funnels`;
	const { data } = await askProduct<{ data: { id: number }[] }>(product, path);
	const site = await createSite(product, "Shop", { sessionReplay: true });
	const { view, record } = visitsOf(product, site);
	const visitors = ["Anna", "Ben", "Cem", "Dora"];
	for (const [index, visitor] of visitors.entries()) {
		await view(visitor, "/pricing", "https://www.google.com/");
		await record(visitor, [0, 20, 45 * (index + 1)]);
	}
	await eventually(
		() =>
			askProduct<{ data: object[] }>(product, `/api/sites/${site.id}/session-replay/list?limit=10`),
		({ data: recordings }) => recordings.length === visitors.length,
	);
	const links = `/api/sites/${product.siteId}/private-links`;
	await askProduct(product, links, { name: "Agency" });
	const forBoard = { areas: ["overview", "goals"], password: "correct horse" };
	await askProduct(product, links, { name: "Board", ...forBoard });
	return { ...subjects, funnel: String(data[0]?.id), recordedSite: site.id };
};

/** The pictures of the guides, by file name: a page of the dashboard, as high as the text needs. */
const GUIDE_PICTURES: readonly {
	name: string;
	path(subjects: GuideSubjects): string;
	height: number;
}[] = [
	{ name: "campaigns", path: ({ site }) => `/${site}/sources?open=utm_campaign`, height: 620 },
	{ name: "goals", path: ({ site }) => `/${site}/goals`, height: 440 },
	{ name: "funnels", path: ({ site, funnel }) => `/${site}/funnels/${funnel}`, height: 620 },
	{ name: "recordings", path: ({ recordedSite }) => `/${recordedSite}/replays`, height: 440 },
	{ name: "sharing", path: ({ site }) => `/${site}/settings/sharing`, height: 620 },
];
let guided: Promise<GuideSubjects> | undefined;

it.each(GUIDE_PICTURES)("of the guides: $name", async ({ name, path, height }) => {
	const { page } = owner;
	await page.setViewportSize({ width: 960, height });
	guided ??= guideSubjects();
	await show(page, path(await guided));
	for (const scheme of SCHEMES) {
		await page.emulateMedia({ colorScheme: scheme });
		await settled(page);
		const file = `${DOCS_IMAGES}${name}-${scheme}.png`;
		await page.screenshot({ path: file, animations: "disabled" });
		expect(statSync(file).size, file).toBeLessThan(MAX_GUIDE_BYTES);
	}
});
