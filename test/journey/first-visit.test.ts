import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders } from "@footfall/testing/gateway/beacon";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface EventRow {
	type: string;
	event_name: string;
	hostname: string;
	pathname: string;
	querystring: string;
	properties: string;
	session_id: string;
	user_id: string;
	page_title: string;
	referrer: string;
	browser: string;
	operating_system: string;
	device_type: string;
}

const parent = createTemporaryDirectory();
/** Created by the product itself, as on a new machine. */
const dataDirectory = join(parent.path, "data");
let product: Product;
let browser: Browser;
let pages: Server;
let origin: string;

/** A page as its owner would write it, with the tag as the product printed it. */
const page = (tag: string) => `<!doctype html>
<title>Shop</title>
${tag}
<a id="away" href="http://127.0.0.1:${new URL(origin).port}/elsewhere">Elsewhere</a>
<button id="pricing" onclick="history.pushState({}, '', '/pricing?plan=pro'); document.title = 'Pricing'">Pricing</button>
<button id="buy" onclick="footfall.event('buy', { plan: 'pro', price: 9 })">Buy</button>`;

/** A browser under remote control reports that, and the product would rightly take it for a bot. */
const hideRemoteControl = () =>
	Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });

/**
 * A separate visitor: visitors are distinguished by address and user agent, and all of ours share the address. Requests
 * sent while a page unloads have the browser's own agent, whatever the context sets.
 */
const visitor = async (version: number, isPerson = true): Promise<Page> => {
	const context = await browser.newContext({
		userAgent: browserHeaders["user-agent"].replace(/Chrome\/\d+/, `Chrome/${version}`),
	});
	if (isPerson) await context.addInitScript(hideRemoteControl);
	return context.newPage();
};

const tagOf = (output: string) => /<script src=.*<\/script>/.exec(output)?.[0] ?? "";

const story = (rows: EventRow[]) =>
	rows
		.map(({ type, event_name, pathname, querystring }) =>
			[type, event_name, pathname + querystring].filter(Boolean).join(" "),
		)
		.reverse();

const events = (siteId = product.siteId) =>
	product
		.get<{ data: EventRow[] }>(`/api/sites/${siteId}/events?page_size=200`)
		.then(({ data }) => data);

const eventsOnceThereAre = (count: number, siteId?: string) =>
	eventually(
		() => events(siteId),
		(rows) => rows.length >= count,
	);

describeInChromium("a first visit", () => {
	beforeAll(async () => {
		pages = createServer((request, response) => {
			response.setHeader("content-type", "text/html; charset=utf-8");
			const isOurs = request.url !== "/elsewhere";
			response.end(isOurs ? page(tagOf(product.output())) : "Elsewhere");
		});
		pages.listen(0, "127.0.0.1");
		await once(pages, "listening");
		origin = `http://localhost:${(pages.address() as AddressInfo).port}`;
		product = await startProduct(dataDirectory);
		browser = await launchChromium([`--user-agent=${browserHeaders["user-agent"]}`]);
	});

	afterAll(async () => {
		await browser?.close();
		await product?.stop();
		pages.closeAllConnections();
		pages.close();
		parent.remove();
	});

	describe("a page with the tag pasted in", () => {
		it("is found in the reports, visit by visit, even after a restart", async () => {
			const first = await visitor(141);
			await first.goto(`${origin}/?utm_source=newsletter`);
			await first.waitForFunction(() => "footfall" in window);
			await first.click("#pricing");
			await first.click("#buy");
			const reply = first.waitForResponse(
				(response) => response.url().endsWith("/api/track") && response.ok(),
			);
			await first.click("#away", { modifiers: ["Control"] });
			await reply;

			const afterFirst = await eventsOnceThereAre(4);
			expect(story(afterFirst)).toEqual([
				"pageview /?utm_source=newsletter",
				"pageview /pricing?plan=pro",
				"custom_event buy /pricing?plan=pro",
				"outbound /pricing?plan=pro",
			]);
			const [outbound, buy, pricing, landing] = afterFirst;
			expect(JSON.parse(buy?.properties ?? "")).toEqual({ plan: "pro", price: 9 });
			expect(JSON.parse(outbound?.properties ?? "")).toMatchObject({
				url: `http://127.0.0.1:${new URL(origin).port}/elsewhere`,
			});
			expect(landing).toMatchObject({
				hostname: "localhost",
				page_title: "Shop",
				browser: "Chrome",
				operating_system: "Linux",
				device_type: "Desktop",
			});
			expect(pricing?.page_title).toBe("Pricing");
			expect(new Set(afterFirst.map(({ session_id }) => session_id)).size).toBe(1);

			await first.reload();
			await first.waitForFunction(() => "footfall" in window);
			expect(story(await eventsOnceThereAre(5)).at(-1)).toBe("pageview /pricing?plan=pro");

			const { apiKey } = product;
			expect(await product.stop()).toBe(0);
			const port = new URL(product.url).port;
			product = await startProduct(dataDirectory, { PORT: port }, { apiKey });
			expect(product.output()).not.toContain("API key");

			const second = await visitor(140);
			await second.goto(`${origin}/`);
			await second.waitForFunction(() => "footfall" in window);
			const rows = await eventsOnceThereAre(6);
			expect(rows.length).toBe(6);
			expect(rows[0]?.pathname).toBe("/");
			const sessions = new Set(rows.map(({ session_id }) => session_id));
			const visitors = new Set(rows.map(({ user_id }) => user_id));
			expect([sessions.size, visitors.size]).toEqual([2, 2]);

			const overview = await product.get(`/api/sites/${product.siteId}/overview`);
			expect(overview).toEqual({
				data: {
					sessions: 2,
					users: 2,
					pageviews: 4,
					pages_per_session: 2,
					bounce_rate: 50,
					session_duration: expect.any(Number),
				},
			});
			expect(await product.get(`/api/sites/${product.siteId}/live-user-count`)).toEqual({
				count: 2,
			});
		});

		it("classifies a browser under remote control as a bot", async () => {
			const before = await events();
			const robot = await visitor(139, false);
			await robot.goto(`${origin}/robot`);
			const bots = await eventually(
				() =>
					product.get<{ data: { bot_requests: number } }>(
						`/api/sites/${product.siteId}/bots/overview`,
					),
				({ data }) => data.bot_requests > 0,
			);
			expect(bots.data).toMatchObject({ bot_requests: 1, client_signals: 1 });
			expect(await events()).toEqual(before);
		});
	});

	describe("the demo page", () => {
		it("shows its visitor's actions, even an error before the first response, and so does the API", async () => {
			const guest = await visitor(138);
			let tellOfErrors = () => {};
			const errorIsStored = new Promise<void>((resolve) => {
				tellOfErrors = resolve;
			});
			await guest.route("**/errors/names?*", async (route) => {
				await errorIsStored;
				await route.continue();
			});
			await guest.goto(`${product.url}/demo`);
			await guest.waitForFunction(() => "footfall" in window);
			const siteId = new URL(
				await guest
					.locator("script[src*='siteId']")
					.evaluate((tag) => (tag as HTMLScriptElement).src),
			).searchParams.get("siteId");
			await guest.click("text=Pricing");
			await guest.click("#signup");
			await guest.click("#outbound", { modifiers: ["Control"] });
			await guest.click("#break");

			const rows = await eventsOnceThereAre(4, siteId ?? "");
			expect(story(rows)).toEqual([
				"pageview /demo",
				"pageview /demo/pricing",
				"custom_event demo_signup /demo/pricing",
				"outbound /demo/pricing",
			]);
			const errors = await eventually(
				() =>
					product.get<{ data: { errorName: string; count: number }[] }>(
						`/api/sites/${siteId}/errors/names`,
					),
				({ data }) => data.length > 0,
			);
			expect(errors.data).toMatchObject([{ errorName: "Error", count: 1 }]);
			tellOfErrors();
			await guest.locator("#events li").nth(4).waitFor();
		});
	});
});
