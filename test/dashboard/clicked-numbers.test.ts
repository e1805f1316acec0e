import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite, type MadeSite } from "@footfall/testing/dashboard/dashboard-product";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import {
	figuresIn,
	numberIn,
	openWhole,
	tableIn,
} from "@footfall/testing/dashboard/shown-numbers";
import { runCommand } from "@footfall/testing/product/running-command";
import { createRandom } from "@footfall/testing/random";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const DAY_MS = 86_400_000;
/** Another site in every run; FOOTFALL_SEED repeats one. */
const SEED = Number(process.env["FOOTFALL_SEED"] ?? Date.now() % 2 ** 31);
const random = createRandom(SEED);

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** Weeks that are over: nothing changes between two clicks. */
const RANGE = { start_date: dayBefore(22), end_date: dayBefore(2), time_zone: "Europe/Berlin" };
const HERE = `range=${RANGE.start_date}..${RANGE.end_date}&tz=${RANGE.time_zone}&compare=off`;

let browser: Browser;
let opened: OpenedPage;
let page: Page;
let site: MadeSite;

const at = (path: string) => `/${site.id}${path}${path.includes("?") ? "&" : "?"}${HERE}`;

/** The first, the last and one between, each once: every run clicks others. */
const someOf = (count: number): number[] =>
	count === 0
		? []
		: [...new Set([0, Math.floor(random() * count), count - 1])].toSorted((one, other) => one - other);

const strip = (name: string | RegExp) => page.getByRole("group", { name });
const region = (name: string | RegExp) => page.getByRole("region", { name });

/** Clicks, and waits until the page shows what it leads to. */
const follow = async (target: Locator): Promise<void> => {
	const before = page.url();
	await target.click();
	await expect.poll(() => page.url()).not.toBe(before);
	await settled(page);
};

const goBack = async (): Promise<void> => {
	await page.goBack();
	await settled(page);
};

/** What a card of the overview lists: its rows' names and counts. */
const rowsOf = async (card: Locator) => {
	const texts = await card.getByRole("listitem").getByRole("button").allInnerTexts();
	return texts.map((text) => {
		const [name = "", count = ""] = text.split("\n").filter((line) => line.trim() !== "");
		return { name, count: numberIn(count) };
	});
};

/** Each list of a card, in a tab or in its menu. */
const eachTab = async (card: string, visit: (tab: string) => Promise<void>): Promise<void> => {
	const tabs = region(card).getByRole("tab");
	const names = await tabs.allInnerTexts();
	for (const name of names) {
		await tabs.filter({ hasText: new RegExp(`^${name}$`) }).click();
		await settled(page);
		await visit(name);
	}
};

describeInChromium(`every number leads to a page that agrees (FOOTFALL_SEED=${SEED})`, () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, `Numbers ${SEED}`, {});
		const { code } = await runCommand(
			["demo", "--site", site.id, "--days", "30", "--visits", "25", "--seed", String(SEED)],
			{ DATA_DIR: product.dataDirectory },
		).ended;
		expect(code).toBe(0);
		opened = await openPage(browser, product, product.owner);
		page = opened.page;
	});
	afterAll(async () => {
		await opened?.close();
		await browser?.close();
	});

	describe("on the overview", () => {
		it("a figure's chart adds up to the figure", async () => {
			await openWhole(page, at(""));
			const figures = await figuresIn(strip(/^Metrics/));
			await page.getByRole("button", { name: "Table", exact: true }).click();
			for (const name of ["Sessions", "Page views"]) {
				await strip(/^Metrics/).getByRole("button", { name: new RegExp(`^${name}`) }).click();
				await settled(page);
				for (const bucket of ["Day", "Week"]) {
					await page.getByRole("button", { name: bucket, exact: true }).click();
					await settled(page);
					const { rows } = await tableIn(page.getByRole("region", { name: "Metrics and chart" }).getByRole("table"));
					const sum = rows.reduce((all, row) => all + numberIn(row[name]), 0);
					expect(sum, `${name} by ${bucket}`).toBe(numberIn(figures[name]));
				}
			}
		});

		it("a point of the chart leads to the same number", async () => {
			await openWhole(page, at("?line=sessions&bucket=day"));
			await page.getByRole("button", { name: "Table", exact: true }).click();
			const { rows } = await tableIn(region("Metrics and chart").getByRole("table"));
			await page.getByRole("button", { name: "Table", exact: true }).click();
			const plot = page.getByRole("application");
			for (const index of someOf(rows.length)) {
				await plot.focus();
				await page.keyboard.press("Home");
				for (let step = 0; step < index; step++) await page.keyboard.press("ArrowRight");
				const before = page.url();
				await page.keyboard.press("Enter");
				await expect.poll(() => page.url()).not.toBe(before);
				await settled(page);
				const { Sessions } = await figuresIn(strip(/^Metrics/));
				expect(numberIn(Sessions), rows[index]?.["Date"]).toBe(numberIn(rows[index]?.["Sessions"]));
				await goBack();
			}
		});

		it.each(["Sources", "Pages", "Places", "Devices"])(
			"a row of %s leads to as many sessions",
			async (card) => {
				await openWhole(page, at(""));
				await eachTab(card, async (tab) => {
					const rows = await rowsOf(region(card));
					for (const index of someOf(rows.length)) {
						const { name = "", count } = rows[index] ?? {};
						const button = region(card).getByRole("listitem").getByRole("button").nth(index);
						await follow(button);
						const { Sessions } = await figuresIn(strip(/^Metrics/));
						expect(numberIn(Sessions), `${tab}: ${name}`).toBe(count);
						await goBack();
					}
				});
			},
		);
	});

	describe.each([
		["pages", ["pathname", "entry_page", "exit_page", "page_title", "hostname", "querystring"]],
		["sources", ["channel", "referrer", "utm_source", "utm_medium", "utm_campaign", "utm_term"]],
		["places", ["country", "region", "city", "language", "timezone"]],
		["devices", ["device_type", "browser", "browser_version", "operating_system", "dimensions"]],
	] as const)("in the tables of %s", (name, dimensions) => {
		it.each(dimensions)("a row of %s leads to the same figures", async (dimension) => {
			await openWhole(page, at(`/${name}?open=${dimension}`));
			const table = page.getByRole("main").getByRole("table");
			const { rows, heads } = await tableIn(table);
			for (const index of someOf(rows.length)) {
				const row = rows[index] ?? {};
				const title = JSON.stringify(row);
				await follow(table.locator("tbody tr").nth(index).locator("button[aria-pressed]").first());
				const figures = await figuresIn(strip("Metrics for the period"));
				const sessions = heads.find((head) => /^(Sessions|Entries|Exits)$/.test(head)) ?? "";
				expect(figures["Sessions"], title).toBe(row[sessions]);
				if ("Views" in row) expect(figures["Page views"], title).toBe(row["Views"]);
				if ("Bounce rate" in row) expect(figures["Bounce rate"], title).toBe(row["Bounce rate"]);
				await goBack();
			}
		});
	});
});
