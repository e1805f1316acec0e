import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import {
	type BadAnswer,
	type BadAnswerProxy,
	startBadAnswerProxy,
} from "@footfall/testing/network/bad-answer-proxy";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";

const WITHIN_MS = 60_000;
/** When cards retry by themselves. */
const RECOVERY_MS = 5_000;
const TOO_SLOW_MS = 30_000;
const product = inject("dashboardProduct");
const address = `/${product.siteId}?range=7d&f=device_type.is~Desktop`;

let browser: Browser;
let proxy: BadAnswerProxy;
const undo: (() => Promise<void>)[] = [];

/** A page behind the proxy, signed in as the product's owner. */
const openBehindProxy = async () => {
	const opened = await openPage(browser, product, product.owner, { baseURL: proxy.url });
	undo.push(opened.close);
	return opened.page;
};
/** The overview, loaded, with a marker that is lost when its document is reloaded. */
const openOverview = async (): Promise<Page> => {
	const page = await openBehindProxy();
	await page.clock.install();
	await page.goto(address);
	await settled(page);
	await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
	return page;
};
const isSameDocument = (page: Page) => page.evaluate(() => "isSameDocument" in globalThis);
const parametersOf = (page: Page) => {
	const { searchParams } = new URL(page.url());
	return [searchParams.get("range"), searchParams.get("f")];
};
/** The head, the menu and the filter stay on the page whatever happens to the cards. */
const expectWholePage = async (page: Page) => {
	await page.getByRole("heading", { name: "Overview" }).waitFor();
	expect(await page.getByRole("link", { name: "Sources", exact: true }).count()).toBe(1);
	expect(await page.getByRole("list", { name: "Filters" }).innerText()).toContain("Desktop");
};
const notLoaded = (page: Page) => page.getByText("Not loaded", { exact: true });
/** Shortens the browser's own timeout, so that the test need not wait half a minute. */
const shortenTimeouts = () => {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	AbortSignal.timeout = (ms) => timeout(Math.min(ms, 3000));
};

describeInChromium("an API that answers badly", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		proxy = await startBadAnswerProxy(product.url);
	});
	afterEach(async () => {
		proxy.heal();
		for (const step of undo.splice(0)) await step();
	});
	afterAll(async () => {
		await browser?.close();
		await proxy?.close();
	});

	describe("on a page that is loaded", () => {
		it.each<[string, BadAnswer, string]>([
			["a server error of a proxy", { kind: "page", status: 502 }, "The server is not responding."],
			["the page of a proxy", { kind: "page", status: 200 }, "The server is not responding."],
			[
				"a server error",
				{ kind: "json", status: 500, body: { code: "INTERNAL", message: "It broke." } },
				"It broke.",
			],
			[
				"an overload",
				{ kind: "json", status: 503, body: { message: "Too much.", resolution: "Wait." } },
				"Too much. Wait.",
			],
			[
				"a response that breaks off",
				{ kind: "cut", afterBytes: 300 },
				"The server is not responding.",
			],
		])("%s leaves the page and its filters, and recovers by itself", async (_, bad, text) => {
			const page = await openOverview();
			proxy.fail(/^\/api\/.*\/reports$/, bad);
			await page.keyboard.press("m");
			const alert = page.getByRole("alert").filter({ hasText: text });
			await alert.first().waitFor({ timeout: WITHIN_MS });
			expect(await alert.first().getByRole("button", { name: "Retry" }).count()).toBe(1);
			await expectWholePage(page);
			expect(parametersOf(page)).toEqual(["mtd", "device_type.is~Desktop"]);
			proxy.heal();
			await page.clock.fastForward(RECOVERY_MS);
			await expect.poll(() => notLoaded(page).count(), { timeout: WITHIN_MS }).toBe(0);
			await settled(page);
			expect(parametersOf(page)).toEqual(["mtd", "device_type.is~Desktop"]);
			expect(await isSameDocument(page)).toBe(true);
		});

		it("a refusal is shown in the server's words, and retried only by its button", async () => {
			const page = await openOverview();
			const body = { message: "This is refused.", resolution: "Change it." };
			proxy.fail(/^\/api\/.*\/reports$/, { kind: "json", status: 400, body });
			await page.keyboard.press("m");
			const alert = page.getByRole("alert").filter({ hasText: "This is refused. Change it." });
			await alert.first().waitFor({ timeout: WITHIN_MS });
			await expectWholePage(page);
			proxy.heal();
			const before = await alert.count();
			await alert.first().getByRole("button", { name: "Retry" }).click();
			await expect.poll(() => alert.count(), { timeout: WITHIN_MS }).toBe(before - 1);
			expect(parametersOf(page)).toEqual(["mtd", "device_type.is~Desktop"]);
		});

		it("an answer that never comes times out, and leaves the page and its filters in place", async () => {
			const page = await openOverview();
			await page.evaluate(shortenTimeouts);
			proxy.fail(/^\/api\//, { kind: "hang" });
			await page.keyboard.press("m");
			const alert = page.getByRole("alert").filter({ hasText: "took longer than 30 seconds" });
			await alert.first().waitFor({ timeout: WITHIN_MS });
			await expectWholePage(page);
			expect(parametersOf(page)).toEqual(["mtd", "device_type.is~Desktop"]);
			proxy.heal();
			await page.clock.fastForward(TOO_SLOW_MS);
			await expect.poll(() => notLoaded(page).count(), { timeout: WITHIN_MS }).toBe(0);
			await settled(page);
			expect(await isSameDocument(page)).toBe(true);
		});

		it("a page keeps its numbers when a refresh fails, and shows their age", async () => {
			const page = await openOverview();
			const figures = page.getByRole("group", { name: /^Metrics:/ });
			const before = await figures.innerText();
			const banner = page.getByRole("status").filter({ hasText: "Data from" });
			proxy.fail(/^\/api\//, { kind: "page", status: 200 });
			// The figures of days that are not over are refreshed each minute.
			await page.clock.fastForward(61_000);
			await banner.waitFor({ timeout: WITHIN_MS });
			expect(await banner.innerText()).toMatch(
				/^The server is not responding\. Data from \d\d:\d\d\.$/,
			);
			expect(await figures.innerText()).toBe(before);
			// Nobody is signed out because a proxy answers instead of the server.
			expect(await page.getByText("Your session has ended").count()).toBe(0);
			proxy.heal();
			await banner.waitFor({ state: "detached", timeout: WITHIN_MS });
			await settled(page);
			expect(parametersOf(page)).toEqual(["7d", "device_type.is~Desktop"]);
		});
	});

	it.each([
		["en-GB", "The response has no field “data.data[].percentage”.", "Retry"],
		["de-DE", "Der Antwort fehlt das Feld „data.data[].percentage“.", "Erneut versuchen"],
	])(
		"a card names the field that its answer lacks, in %s, and loads when it is there",
		async (locale, text, retry) => {
			const opened = await openPage(browser, product, product.owner, { locale });
			undo.push(opened.close);
			const { page } = opened;
			await page.route(/\/reports$/, async (route) => {
				const response = await route.fetch();
				const lines = await response.text();
				await route.fulfill({ response, body: lines.replaceAll('"percentage"', '"percent"') });
			});
			await page.goto(address);
			const alert = page.getByRole("alert").filter({ hasText: text });
			await alert.first().waitFor({ timeout: WITHIN_MS });
			expect(await alert.count()).toBe(4);
			// The other cards have what they need.
			expect(await page.getByRole("application").count()).toBe(1);
			await page.unroute(/\/reports$/);
			await alert.first().getByRole("button", { name: retry }).click();
			await expect.poll(() => alert.count(), { timeout: WITHIN_MS }).toBeLessThan(4);
		},
	);

	it("a dialog that cannot be loaded reports it as a page does, and opens once the server is back", async () => {
		const page = await openBehindProxy();
		// The file with the frame's dialogs.
		proxy.fail(/\/menus-/, { kind: "page", status: 503 });
		await page.goto(address);
		await settled(page);
		// Now the document fails as well, by which the page detects an unreachable server.
		proxy.fail(/\/menus-|range=7d/, { kind: "page", status: 503 });
		await page.keyboard.press("?");
		const alert = page.getByRole("alert").filter({ hasText: "The server is not responding" });
		await alert.getByRole("button", { name: "Retry" }).waitFor();
		expect(await alert.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(
			901,
		);
		await expectWholePage(page);
		proxy.heal();
		await alert.waitFor({ state: "detached", timeout: WITHIN_MS });
		await settled(page);
		await page.keyboard.press("?");
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
		expect(parametersOf(page)).toEqual(["7d", "device_type.is~Desktop"]);
	});

	it("a page whose code is lost on the way still opens, at its address", async () => {
		const page = await openOverview();
		let isLost = true;
		page.on("request", (request) => {
			if (request.isNavigationRequest()) isLost = false;
		});
		await page.route(/\/assets\/sources-[^/]*\.js$/, (route) =>
			isLost ? route.abort() : route.continue(),
		);
		await page.getByRole("link", { name: "Sources", exact: true }).click();
		await page.getByRole("heading", { name: "Sources" }).first().waitFor();
		await settled(page);
		expect(await isSameDocument(page)).toBe(false);
		expect(parametersOf(page)).toEqual(["7d", "device_type.is~Desktop"]);
	});

	describe("on a page that is loading", () => {
		it.each<[string, BadAnswer]>([
			["a server error of a proxy", { kind: "page", status: 502 }],
			["the page of a proxy", { kind: "page", status: 200 }],
			["a server error", { kind: "json", status: 500, body: { message: "It broke." } }],
		])("%s is reported, and recovers by itself at the same address", async (_, bad) => {
			const page = await openBehindProxy();
			proxy.fail(/^\/api\//, bad);
			await page.goto(address);
			await page.getByRole("heading", { name: "The server is not responding" }).waitFor();
			expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(1);
			proxy.heal();
			await page.getByRole("heading", { name: "Overview" }).waitFor({ timeout: WITHIN_MS });
			await settled(page);
			await expectWholePage(page);
			expect(parametersOf(page)).toEqual(["7d", "device_type.is~Desktop"]);
		});

		it("an answer that never comes leaves no blank page, and times out", async () => {
			const page = await openBehindProxy();
			await page.addInitScript(shortenTimeouts);
			proxy.fail(/^\/api\//, { kind: "hang" });
			await page.goto(address);
			await page.waitForFunction(() => {
				const app = document.querySelector("#app");
				if (!app || app.childNodes.length > 0) return false;
				const { content, opacity } = getComputedStyle(app, "::after");
				return content.includes("Footfall") && opacity === "1";
			});
			await page.getByRole("heading", { name: "The server is not responding" }).waitFor();
			proxy.heal();
			await page.getByRole("button", { name: "Retry" }).click();
			await page.getByRole("heading", { name: "Overview" }).waitFor({ timeout: WITHIN_MS });
			expect(parametersOf(page)).toEqual(["7d", "device_type.is~Desktop"]);
		});
	});

	it("a session that ends meanwhile leads through signing in back to the same address", async () => {
		const page = await openOverview();
		await page.context().clearCookies();
		await page.keyboard.press("m");
		await page.getByText("Your session has ended").waitFor({ timeout: WITHIN_MS });
		await expectWholePage(page);
		await page.getByRole("link", { name: "Sign in and return here" }).click();
		await page.getByLabel("Email").fill(product.owner.email);
		await page.getByLabel("Password").fill(product.owner.password);
		// Sign-ins are rate-limited, and other tests have just signed in.
		await vi.waitFor(
			async () => {
				const button = page.getByRole("button", { name: "Sign in", exact: true });
				if ((await button.count()) > 0) await button.click();
				await page.getByRole("heading", { name: "Overview" }).waitFor({ timeout: 5_000 });
			},
			{ timeout: WITHIN_MS, interval: 1_000 },
		);
		await settled(page);
		await expectWholePage(page);
		expect(parametersOf(page)).toEqual(["mtd", "device_type.is~Desktop"]);
		expect(await page.getByText("Your session has ended").count()).toBe(0);
	});
});
