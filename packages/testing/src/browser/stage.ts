import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Collector, startCollector } from "./collector.ts";
import type { Browser, Engine, Tab } from "./engines/engine.ts";
import { type PageServer, servePages } from "./page-server.ts";

/** The environment of a browser test; each test gets a new visitor. */
export interface Stage {
	readonly browser: Browser;
	readonly collector: Collector;
	readonly pages: PageServer;
	/** Opens a page of `test/pages` in a new tab. */
	open: (path: string) => Promise<Tab>;
	/** Opens a page of `test/pages` in a browser without remote control. */
	leaveAlone: (path: string) => Promise<void>;
	/** Sends the event `sentinel` and waits until it and all before it have arrived: the rest was never sent. */
	settle: (page: Tab) => Promise<void>;
	/** Goes back (-1) or forward (1) within the page. */
	travel: (page: Tab, steps: number) => Promise<void>;
	/** Waits until an expression is true in the page. */
	until: (page: Tab, condition: string) => Promise<void>;
	/** Waits for this many ms of the page's clock from now on: its tracker may have started long after its navigation. */
	lookAt: (page: Tab, ms: number) => Promise<void>;
}

/**
 * Starts the browser for the tests of a suite. Each test has servers of its own: storage belongs to an origin, so
 * nothing is left from the test before, and late requests of that test's pages go nowhere.
 */
export const setStage = (engine: Engine): Stage => {
	let browser: Browser;
	let collector: Collector;
	let pages: PageServer;
	let settled = 0;
	const unattended: (() => Promise<void>)[] = [];
	beforeAll(async () => {
		browser = await engine.launch();
	});
	beforeEach(async () => {
		settled = 0;
		collector = await startCollector();
		pages = await servePages(collector.origin);
	});
	afterEach(async () => {
		await Promise.all([
			browser.closeTabs(),
			...unattended.splice(0).map((closeBrowser) => closeBrowser()),
		]);
		await Promise.all([collector.close(), pages.close()]);
	});
	afterAll(() => browser.close());
	return {
		get browser() {
			return browser;
		},
		get collector() {
			return collector;
		},
		get pages() {
			return pages;
		},
		open: (path) => browser.open(pages.origin + path),
		leaveAlone: async (path) => {
			unattended.push(await engine.openUnattended(pages.origin + path));
		},
		settle: async (page) => {
			await page.evaluate(
				"new Promise((done) => setTimeout(done)).then(() => footfall.event('sentinel'))",
			);
			await collector.sentinel(++settled);
		},
		travel: (page, steps) =>
			page.evaluate(
				`new Promise((done) => { addEventListener("popstate", () => done(), { once: true }); history.go(${steps}); })`,
			),
		until: (page, condition) =>
			page.evaluate(
				`new Promise((done) => { const look = () => (${condition}) ? done() : setTimeout(look, 10); look(); })`,
			),
		lookAt: (page, ms) =>
			page.evaluate(
				`new Promise((done) => { const from = performance.now(); const look = () => performance.now() - from > ${ms} ? done() : setTimeout(look, 10); look(); })`,
			),
	};
};
