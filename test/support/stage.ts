import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type Collector, startCollector } from "./collector.ts";
import { type PageServer, servePages } from "./page-server.ts";

/** What a browser test works with; each test gets a visitor who was never here before. */
export interface Stage {
	readonly browser: Browser;
	readonly context: BrowserContext;
	readonly collector: Collector;
	readonly pages: PageServer;
	/** Opens a page of `test/pages` in a new tab. */
	open: (path: string) => Promise<Page>;
	/** Sends the custom event `sentinel` and waits until it and all before it have arrived: what is not there now was not sent. */
	settle: (page: Page) => Promise<void>;
}

/**
 * Chromium's remote control now and then never tells that a page which was just leaving is gone. The next test has a
 * context of its own, and what is left goes with the browser, which goes with this process.
 */
const CLOSE_WITHIN_MS = 5_000;
const orAfter = (milliseconds: number, done: Promise<void>): Promise<void> =>
	Promise.race([done, new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())]);

/** Starts the browser, the pages and the collector for the tests of a file. */
export const setStage = (): Stage => {
	let browser: Browser;
	let context: BrowserContext;
	let collector: Collector;
	let pages: PageServer;
	let settled = 0;
	beforeAll(async () => {
		[browser, collector] = await Promise.all([launchChromium(), startCollector()]);
		pages = await servePages(collector.origin);
	});
	beforeEach(async () => {
		collector.reset();
		settled = 0;
		context = await browser.newContext();
	});
	afterEach(() => orAfter(CLOSE_WITHIN_MS, context.close()));
	afterAll(async () => {
		await orAfter(CLOSE_WITHIN_MS, browser.close());
		await Promise.all([collector.close(), pages.close()]);
	});
	return {
		get browser() {
			return browser;
		},
		get context() {
			return context;
		},
		get collector() {
			return collector;
		},
		get pages() {
			return pages;
		},
		open: async (path) => {
			const page = await context.newPage();
			await page.goto(pages.origin + path);
			return page;
		},
		settle: async (page) => {
			await page.evaluate(
				"new Promise((done) => setTimeout(done)).then(() => footfall.event('sentinel'))",
			);
			await collector.sentinel(++settled);
		},
	};
};
