import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { onTestFailed } from "vitest";
import { type Account, type DashboardProduct, sessionCookie } from "./dashboard-product.ts";

export type Scheme = "light" | "dark";

/** A page of Chromium, with the errors that occurred in it. */
export interface OpenedPage {
	page: Page;
	/** Errors of scripts, violations of the page's policy, and requests to other origins. */
	troubles: string[];
	/** All requests. */
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

const MAX_TEXT = 2_000;

/** Prints the content of a page, and its pending requests, when the test that opened it fails. */
const tellAtFailure = (page: Page, troubles: readonly string[]) => {
	const unanswered = new Set<Request>();
	const failed: string[] = [];
	page.on("request", (request) => unanswered.add(request));
	page.on("requestfinished", (request) => unanswered.delete(request));
	page.on("requestfailed", (request) => {
		unanswered.delete(request);
		failed.push(`${request.url()} ${request.failure()?.errorText}`);
	});
	page.on("response", (response) => {
		if (response.status() >= 400) failed.push(`${response.url()} ${response.status()}`);
	});
	try {
		onTestFailed(async () => {
			if (page.isClosed()) return;
			const text = page.locator("body").innerText({ timeout: 5_000 });
			const shown = await text.catch((error: unknown) => `no text: ${error}`);
			const asked = [...unanswered].map((request) => request.url());
			const parts = { unanswered: asked, failed, troubles };
			console.error(`${page.url()}\n${shown.slice(0, MAX_TEXT)}\n`, parts);
		});
	} catch {
		// It is opened for all tests of a file.
	}
};

/** A new browser context, signed in if an account is given. */
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
	tellAtFailure(page, troubles);
	return { page, troubles, requests, close: () => context.close() };
};
