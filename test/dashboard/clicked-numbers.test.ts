import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { createSite, type MadeSite } from "@footfall/testing/dashboard/dashboard-product";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { figuresIn, numberIn, openWhole, tableIn } from "@footfall/testing/dashboard/shown-numbers";
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

/** The first and another one: every run clicks others. */
const someOf = (count: number): number[] =>
	count === 0 ? [] : [...new Set([0, Math.floor(random() * count)])];

const strip = (name: string | RegExp) => page.getByRole("group", { name });
const region = (name: string | RegExp) => page.getByRole("region", { name });
/** A table that may be wider than its panel can be scrolled by the keyboard. */
const tableOf = (name: string | RegExp) =>
	page.getByRole("group", { name }).or(region(name)).getByRole("table");

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
				await strip(/^Metrics/)
					.getByRole("button", { name: new RegExp(`^${name}`) })
					.click();
				await settled(page);
				for (const bucket of ["Day", "Week"]) {
					await page.getByRole("button", { name: bucket, exact: true }).click();
					await settled(page);
					const { rows } = await tableIn(
						page.getByRole("region", { name: "Metrics and chart" }).getByRole("table"),
					);
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

	describe("in what people do", () => {
		/** The total of a list of sessions: `1–25 of 157`, or the rows of a short one. */
		const listedSessions = async (list: Locator): Promise<number> => {
			const total = /–[\d,]+ of ([\d,]+)/.exec(await list.innerText())?.[1];
			return total === undefined ? await list.locator("tbody tr").count() : numberIn(total);
		};
		const linkedRows = async (name: string | RegExp) => {
			const table = tableOf(name);
			const { rows } = await tableIn(table);
			return rows.map((row, index) => ({
				row,
				link: table.locator("tbody tr").nth(index).getByRole("link").first(),
			}));
		};

		it("an event leads to a page with the same counts, and its properties to theirs", async () => {
			await openWhole(page, at("/events"));
			const rows = await linkedRows("Table: Custom events");
			expect(rows.length).toBeGreaterThan(0);
			for (const { row, link } of rows) {
				await follow(link);
				expect(await figuresIn(strip(/./).first()), row["Event"]).toMatchObject({
					Events: row["Events"],
					Sessions: row["Sessions"],
					People: row["People"],
				});
				const values = page
					.getByRole("region", { name: /^Property/ })
					.getByRole("listitem")
					.getByRole("button");
				for (const index of someOf(await values.count())) {
					const [, count] = (await values.nth(index).innerText()).split("\n").filter(Boolean);
					await follow(values.nth(index));
					expect((await figuresIn(strip(/./).first()))["Events"]).toBe(count);
					await goBack();
				}
				await goBack();
			}
		});

		it.each(["Outbound links", "Buttons", "Copied text"])(
			"a row of %s leads to as many events",
			async (kind) => {
				await openWhole(page, at("/events"));
				await region("Captured by the tracker").getByRole("tab", { name: kind }).click();
				await settled(page);
				const table = tableOf(`Table: ${kind}`);
				const { rows } = await tableIn(table);
				for (const index of someOf(rows.length)) {
					await follow(table.locator("tbody tr").nth(index).getByRole("button").first());
					const figures = await figuresIn(strip("Events by type"));
					expect(figures[kind], JSON.stringify(rows[index])).toBe(rows[index]?.["Events"]);
					await goBack();
				}
			},
		);

		it("a goal leads to the same conversions, their sessions, and parts that add up to them", async () => {
			await openWhole(page, at("/goals"));
			for (const { row, link } of await linkedRows("Table: Goals")) {
				await follow(link);
				await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
				await settled(page);
				const figures = await figuresIn(strip(/./).first());
				expect(figures, row["Goal"]).toMatchObject({
					Conversions: row["Conversions"],
					Rate: row["Rate"],
				});
				const conversions = numberIn(row["Conversions"]);
				expect(
					await listedSessions(
						page.getByRole("region", { name: "Sessions that reached this goal", exact: true }),
					),
				).toBe(conversions);
				const parts = region(/^Conversions by/).getByRole("table");
				const { rows } = await tableIn(parts);
				expect(rows.reduce((sum, part) => sum + numberIn(part["Conversions"]), 0)).toBe(
					conversions,
				);
				for (const index of someOf(rows.length)) {
					await follow(parts.locator("tbody tr").nth(index).getByRole("button").first());
					const part = await figuresIn(strip(/./).first());
					expect(part["Conversions"], JSON.stringify(rows[index])).toBe(
						rows[index]?.["Conversions"],
					);
					expect(part["Rate"], JSON.stringify(rows[index])).toBe(rows[index]?.["Rate"]);
					await goBack();
				}
				await goBack();
			}
		});

		it("a funnel leads to the same counts, and each step to its sessions", async () => {
			await openWhole(page, at("/funnels"));
			for (const { row, link } of await linkedRows("Table: Funnels")) {
				await follow(link);
				const funnel = region("Funnel");
				const steps = funnel.getByRole("listitem");
				const texts = await steps.allInnerTexts();
				const counts = texts.map((text) => numberIn(/([\d,]+)\s+Sessions/.exec(text)?.[1]));
				expect([counts[0], counts.at(-1)]).toEqual([
					numberIn(row["Started"]),
					numberIn(row["Completed"]),
				]);
				for (const [index, text] of texts.entries()) {
					const buttons = steps.nth(index).getByRole("button");
					await follow(buttons.first());
					const list = region(/^(Reached|Dropped off)/);
					expect(await listedSessions(list), text).toBe(counts[index]);
					await goBack();
					const left = /([\d,]+) left here/.exec(text)?.[1];
					if (left === undefined || left === "0") continue;
					await follow(buttons.nth(1));
					expect(await listedSessions(list), text).toBe(numberIn(left));
					await goBack();
				}
				await goBack();
			}
		});

		it("a page of a path leads to as many sessions", async () => {
			await openWhole(page, at("/journeys"));
			const marks = page.getByRole("group", { name: "Paths" }).getByRole("button");
			const shown = (await marks.allTextContents()).map((text) => text.trim());
			for (const index of someOf(shown.length)) {
				await marks.nth(index).focus();
				await page.keyboard.press("Enter");
				await page.waitForURL(/[?&]step=/);
				await settled(page);
				expect(
					await marks.allTextContents().then((all) => all.map((text) => text.trim())),
				).toContain(shown[index]);
				await goBack();
			}
		});
	});

	describe("in lists of sessions, people and problems", () => {
		it("a session leads to its own counts", async () => {
			await openWhole(page, at("/sessions"));
			const table = tableOf("Sessions, one per row");
			const { rows } = await tableIn(table);
			for (const index of someOf(rows.length)) {
				const row = rows[index] ?? {};
				await follow(table.locator("tbody tr").nth(index).getByRole("link").first());
				const facts = await page.getByRole("main").innerText();
				const pages = numberIn(row["Pages"]);
				expect(facts, JSON.stringify(row)).toContain(
					`${row["Pages"]} ${pages === 1 ? "page" : "pages"}`,
				);
				if (row["Duration"] !== "–") expect(facts).toContain(row["Duration"]);
				await goBack();
			}
		});

		it("an error leads to the same counts", async () => {
			await openWhole(page, at("/errors"));
			const table = tableOf("Table of errors");
			const { rows } = await tableIn(table);
			for (const index of someOf(rows.length)) {
				const row = rows[index] ?? {};
				await follow(table.locator("tbody tr").nth(index).getByRole("link").first());
				expect(await figuresIn(strip(/./).first()), row["Error"]).toMatchObject({
					Errors: row["Errors"],
					"Sessions with errors": row["Sessions"],
					"People with errors": row["People"],
				});
				await goBack();
			}
		});

		it("a page of the web vitals leads to as many measurements", async () => {
			await openWhole(page, at("/vitals"));
			const table = tableOf(/^Table of web vitals/);
			const { rows } = await tableIn(table);
			for (const index of someOf(rows.length)) {
				await follow(table.locator("tbody tr").nth(index).getByRole("button").first());
				await page.getByText(`${rows[index]?.["Measured"]} measured page views`).waitFor();
				await goBack();
			}
		});

		it("a row of the bots leads to as many requests", async () => {
			await openWhole(page, at("/bots"));
			for (const card of ["Who they are", "What they read"])
				await eachTab(card, async (tab) => {
					const rows = await rowsOf(region(card));
					for (const index of someOf(rows.length)) {
						await follow(region(card).getByRole("listitem").getByRole("button").nth(index));
						const figures = await figuresIn(strip(/./).first());
						expect(numberIn(figures["Bot requests"]), `${tab}: ${rows[index]?.name}`).toBe(
							rows[index]?.count,
						);
						await goBack();
					}
				});
		});

		it("a site leads to as many people", async () => {
			await openWhole(page, `/sites?tz=${RANGE.time_zone}`);
			const card = page.getByRole("link", { name: new RegExp(`numbers-${SEED}`) });
			const counted = /([\d,]+)\s+(people|person)/;
			await expect.poll(() => card.innerText()).toMatch(counted);
			const people = numberIn(counted.exec(await card.innerText())?.[1]);
			await follow(card);
			const figures = await figuresIn(strip(/^Metrics/));
			expect(numberIn(figures["People"])).toBe(people);
		});
	});
});
