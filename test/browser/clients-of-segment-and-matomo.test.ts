import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { chromium } from "@footfall/testing/browser/engines/chromium";
import type { Browser } from "@footfall/testing/browser/engines/engine";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MATOMO = new URL("../originals/matomo.js", import.meta.url);
const SEGMENT = createRequire(import.meta.url).resolve("@segment/analytics-next/dist/umd/index.js");
const TRACKER = fileURLToPath(new URL("../../packages/tracker/dist/", import.meta.url));

/** What differs even in the same situation: ids, moments, and how a client numbers its events. */
const comparable = ({
	id: _id,
	visitor: _visitor,
	receivedAt: _receivedAt,
	occurredAt: _occurredAt,
	pageId: _pageId,
	sequence: _sequence,
	...columns
}: QueuedEvent) => columns;

const nameOf = ({ type, eventName }: QueuedEvent) => `${type} ${eventName}`;

describeInChromium("the original scripts of Segment and Matomo", () => {
	let running: RunningGateway;
	let server: Server;
	let browser: Browser;
	/** The tag of the page at the moment. */
	let tag = "";
	let port = 0;

	beforeAll(async () => {
		running = await runGateway({
			trackerDirectory: TRACKER,
			snapshot: snapshotWith([
				siteOf({
					currency: "EUR",
					// Remote control is what the client signals of our own tracker report.
					blockBots: false,
					clientIds: [
						{ product: "matomo", id: "3" },
						{ product: "segment", id: "browserKey" },
					],
				}),
			]),
		});
		const scripts = new Map([
			["/matomo.js", await readFile(MATOMO)],
			["/segment.js", await readFile(SEGMENT)],
		]);
		server = createServer(({ url = "/" }, response) => {
			const script = scripts.get(url);
			const type = script === undefined ? "text/html" : "text/javascript";
			response.setHeader("Content-Type", `${type}; charset=utf-8`);
			response.end(script ?? `<!doctype html><title>Cart</title>${tag}`);
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		port = (server.address() as AddressInfo).port;
		browser = await chromium.launch({ isPerson: true });
	});
	afterAll(async () => {
		await browser.close();
		server.closeAllConnections();
		server.close();
		await running.stop();
	});

	/** The next events, without measurements of pages that are being left. */
	const acts = async (count: number) => {
		const events: QueuedEvent[] = [];
		while (events.length < count)
			for (const event of await running.appended(1))
				if (event.type !== "engagement") events.push(event);
		return events;
	};

	/** The events of a page with a tag, by name, which its visitor reached from another site. */
	const eventsOf = async (itsTag: string, code: string, count: number) => {
		tag = "";
		const tab = await browser.open(`http://127.0.0.1:${port}/`);
		tag = itsTag;
		await tab.evaluate(
			`void (location.href = "http://localhost:${port}/cart?utm_source=news&b=1")`,
		);
		await expect
			.poll(() => tab.evaluate<string>("document.readyState + location.host"))
			.toBe(`completelocalhost:${port}`);
		await tab.evaluate(code);
		const events = await acts(count);
		await browser.closeTabs();
		return events.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)).map(comparable);
	};

	const own = (code: string, count: number) =>
		eventsOf(
			`<script src="${running.url}/api/script.js" data-site-id="1" data-track-web-vitals="false"></script>`,
			code,
			count,
		);

	describe("matomo.js", () => {
		const matomo = (code: string, count: number) =>
			eventsOf(
				`<script>
					var _paq = window._paq = [];
					_paq.push(["setTrackerUrl", "${running.url}/matomo.php"], ["setSiteId", "3"]);
					_paq.push(["trackPageView"], ["enableLinkTracking"]);
				</script><script src="/matomo.js"></script>`,
				code,
				count,
			);

		it("stores the columns of our own tracker in the same situation", async () => {
			const theirs = await matomo(
				`_paq.push(["trackEvent", "Videos", "Play", "Intro", 3]);
				_paq.push(["trackEcommerceOrder", "o-1", 29.9]);`,
				3,
			);
			const ours = await own(
				`footfall.event("Play", { category: "Videos", name: "Intro", value: 3 });
				footfall.event("order", { order_id: "o-1", revenue: 29.9 });`,
				3,
			);
			// matomo.js names the page with its view alone.
			const titled = (event: (typeof ours)[number]) =>
				event.type === "pageview" ? event : { ...event, pageTitle: "" };
			expect(theirs).toEqual(ours.map(titled));
			expect(theirs.at(-1)).toMatchObject({
				type: "pageview",
				hostname: "localhost",
				pathname: "/cart",
				pageTitle: "Cart",
				channel: "Referral",
			});
		});
	});

	describe("analytics.js of Segment", () => {
		const segment = (code: string, count: number) =>
			eventsOf(
				`<script src="/segment.js"></script><script>
					var analytics = AnalyticsNext.AnalyticsBrowser.load({ writeKey: "browserKey", cdnURL: "${running.url}" });
					analytics.page();
				</script>`,
				code,
				count,
			);

		it("stores the columns of our own tracker in the same situation", async () => {
			const theirs = await segment(`void analytics.track("Sign up", { plan: "pro" })`, 2);
			const ours = await own(`footfall.event("Sign up", { plan: "pro" })`, 2);
			// The library does not know the screen.
			const withoutScreen = { screenWidth: 0, screenHeight: 0 };
			expect(theirs).toEqual(ours.map((event) => ({ ...event, ...withoutScreen })));
		});
	});
});
