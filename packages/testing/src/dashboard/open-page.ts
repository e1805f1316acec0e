import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type Account, type DashboardProduct, sessionCookie } from "./dashboard-product.ts";

export type Scheme = "light" | "dark";

/** A page of Chromium, with what went wrong in it. */
export interface OpenedPage {
	page: Page;
	/** Errors of scripts, what the page's policy refused, and requests to other origins. */
	troubles: string[];
	/** Everything that was asked for. */
	requests: string[];
	close(): Promise<void>;
}

const usual: BrowserContextOptions = {
	viewport: { width: 1280, height: 900 },
	colorScheme: "light",
	reducedMotion: "reduce",
	locale: "en-GB",
	timezoneId: "Europe/Berlin",
};

/** A browser that was never here, of somebody who is signed in if there is an account. */
export const openPage = async (
	browser: Browser,
	product: Pick<DashboardProduct, "url">,
	account?: Account,
	options: BrowserContextOptions = {},
): Promise<OpenedPage> => {
	const context = await browser.newContext({ ...usual, baseURL: product.url, ...options });
	if (account) await context.addCookies([await sessionCookie(product.url, account)]);
	const page = await context.newPage();
	const troubles: string[] = [];
	const requests: string[] = [];
	page.on("pageerror", (error) => troubles.push(`script: ${error.message}`));
	page.on("console", (message) => {
		if (message.text().includes("Content Security Policy")) troubles.push(message.text());
	});
	page.on("request", (request) => {
		const url = request.url();
		requests.push(url);
		const isOwn = url.startsWith(`${product.url}/`) || /^(data|blob|about):/.test(url);
		if (!isOwn) troubles.push(`foreign request: ${url}`);
	});
	return { page, troubles, requests, close: () => context.close() };
};
