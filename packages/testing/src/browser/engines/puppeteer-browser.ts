import type { CreatePageOptions, Page, Browser as Puppeteer } from "puppeteer-core";
import type { Browser, Tab } from "./engine.ts";
import { killTree } from "./kill-tree.ts";

/** Waits until the page is in front, or hidden, within the given milliseconds; returns whether it is. */
const isWithin = (state: "visible" | "hidden", milliseconds: number) => `new Promise((done) => {
	const look = () => { if (document.visibilityState === "${state}") done(true); };
	document.addEventListener("visibilitychange", look);
	look();
	setTimeout(done, ${milliseconds}, false);
})`;

/** A busy browser sometimes ignores a change of tabs: it is requested again. */
const bringToFront = async (page: Page, asked: { tab: Page; toBe: "visible" | "hidden" }) => {
	for (let tries = 1; tries <= 5; tries++) {
		await page.bringToFront();
		if (await asked.tab.evaluate(isWithin(asked.toBe, 2000))) return;
	}
	throw new Error(`The browser did not make the tab ${asked.toBe}`);
};

const createTab = (page: Page, home: Page): Tab => ({
	goto: async (url) => {
		await page.goto(url);
	},
	evaluate: <Value>(code: string) => page.evaluate(code) as Promise<Value>,
	click: async (selector, { button = "left" as const, holding, count = 1 } = {}) => {
		if (holding) await page.keyboard.down(holding);
		await page.click(selector, { button, count });
		if (holding) await page.keyboard.up(holding);
	},
	type: (text) => page.keyboard.type(text),
	press: (key) => page.keyboard.press(key),
	pressEnter: () => page.keyboard.press("Enter"),
	screenshot: async () => Buffer.from(await page.screenshot()),
	// Read from the page itself, which includes a navigation that remote control has not heard of yet.
	url: () => page.evaluate("location.href") as Promise<string>,
	hide: () => bringToFront(home, { tab: page, toBe: "hidden" }),
	show: () => bringToFront(page, { tab: page, toBe: "visible" }),
	close: () => page.close({ runBeforeUnload: true }),
});

/** A browser that speaks CDP or WebDriver BiDi, through puppeteer. */
export const createPuppeteerBrowser = async (puppeteer: Puppeteer): Promise<Browser> => {
	const pages = new Map<Tab, Page>();
	const [home = await puppeteer.newPage()] = await puppeteer.pages();
	const openPage = async (url: string, where: CreatePageOptions) => {
		const page = await puppeteer.newPage(where);
		await page.goto(url);
		// It may come to the front only after its page has loaded.
		if (!where.background) await page.evaluate(isWithin("visible", 30_000));
		const tab = createTab(page, home);
		pages.set(tab, page);
		return tab;
	};
	return {
		open: (url) => openPage(url, { type: "tab" }),
		openWindow: (url) => openPage(url, { type: "window" }),
		openBehind: (_front, url) => openPage(url, { type: "tab", background: true }),
		setOffline: async (tab, isOffline) => pages.get(tab)?.setOfflineMode(isOffline),
		closeTabs: async () => {
			pages.clear();
			const open = (await puppeteer.pages()).filter((page) => page !== home);
			// A tab that is already closing counts as closed.
			await Promise.allSettled(open.map((page) => page.close()));
		},
		close: () => puppeteer.close(),
		kill: () => {
			const { pid } = puppeteer.process() ?? {};
			if (pid !== undefined) killTree(pid, true);
		},
	};
};
