import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

let browser: Browser;
let opened: OpenedPage;

interface Hand {
	page: Page;
	click(target: Locator): Promise<void>;
	/** A page of the menu. */
	menu(name: string): Promise<void>;
}

interface Job {
	question: string;
	/** From the overview to the answer. */
	clicks: number;
	do(hand: Hand): Promise<void>;
	/** What is in sight at the end. */
	seen(page: Page): Locator;
}

const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const firstLink = (within: Locator) => within.locator("tbody").getByRole("link").first();

/** What people come for. Other journeys cover a drop (2), one page shared (5), the month before (3) and a download (1). */
const JOBS: readonly Job[] = [
	{
		question: "who is on the site now",
		clicks: 1,
		do: ({ page, click }) => click(page.getByRole("link", { name: /sessions? now/ })),
		seen: (page) =>
			page.getByRole("list", { name: "Event stream" }).or(region(page, "Event stream")),
	},
	{
		question: "which campaign brought the sessions",
		clicks: 1,
		do: ({ page, click }) => click(region(page, "Sources").getByRole("tab", { name: "Campaigns" })),
		seen: (page) => region(page, "Sources").getByText("weekly"),
	},
	{
		question: "what people from one country look at",
		clicks: 1,
		do: ({ page, click }) =>
			click(region(page, "Places").getByRole("listitem").getByRole("button").first()),
		seen: (page) =>
			page
				.getByRole("main")
				.getByText(/^Country is/)
				.and(page.locator(":visible")),
	},
	{
		question: "where sign-ups come from",
		clicks: 2,
		do: async ({ page, click, menu }) => {
			await menu("Goals");
			await click(page.getByRole("link", { name: "Signed up" }).first());
		},
		seen: (page) => region(page, /^Conversions by/).getByText("Organic Search"),
	},
	{
		question: "where people leave on the way to an account, and who",
		clicks: 3,
		do: async ({ page, click, menu }) => {
			await menu("Funnels");
			await click(page.getByRole("link", { name: "From the prices to an account" }).first());
			await click(page.getByRole("button", { name: /left here/ }).first());
		},
		seen: (page) => region(page, /^Dropped off/).getByText(/of \d+/),
	},
	{
		question: "which ways people take",
		clicks: 1,
		do: ({ menu }) => menu("Journeys"),
		seen: (page) => region(page, "Top paths").first(),
	},
	{
		question: "whether people come back",
		clicks: 1,
		do: ({ menu }) => menu("Retention"),
		seen: (page) => page.getByText(/return the next week/),
	},
	{
		question: "what one person did",
		clicks: 3,
		do: async ({ page, click, menu }) => {
			await menu("People");
			await click(firstLink(page.getByRole("main")));
			await click(firstLink(page.getByRole("main")));
		},
		seen: (page) => page.getByRole("list", { name: "Timeline" }),
	},
	{
		question: "what breaks for people, and for whom",
		clicks: 3,
		do: async ({ page, click, menu }) => {
			await menu("Errors");
			await click(firstLink(page.getByRole("main")));
			await click(page.getByRole("link", { name: /^Open / }).first());
		},
		seen: (page) => page.getByRole("list", { name: "Timeline" }),
	},
	{
		question: "which page is slow",
		clicks: 1,
		do: ({ menu }) => menu("Web vitals"),
		seen: (page) => page.getByRole("rowheader").first(),
	},
	{
		question: "what AI reads, and whether it sends anybody",
		clicks: 1,
		do: ({ menu }) => menu("Bots"),
		seen: (page) => page.getByRole("columnheader", { name: "Crawls per referral" }),
	},
];

describeInChromium("from the overview to an answer", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		opened = await openPage(browser, product, product.owner);
	});
	afterAll(() => browser?.close());

	it.each(JOBS)("$question: $clicks clicks", async (job) => {
		const { page } = opened;
		await page.goto(`/${product.siteId}`);
		await settled(page);
		let clicks = 0;
		const click = async (target: Locator) => {
			clicks++;
			await target.click();
			await settled(page);
		};
		const menu = (name: string) =>
			click(page.getByRole("navigation").getByRole("link", { name, exact: true }).first());
		await job.do({ page, click, menu });
		await job.seen(page).first().waitFor();
		expect(clicks).toBeLessThanOrEqual(job.clicks);
	});
});
