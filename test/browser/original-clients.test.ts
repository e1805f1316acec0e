import { fileURLToPath } from "node:url";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { chromium } from "@footfall/testing/browser/engines/chromium";
import type { Browser, Tab } from "@footfall/testing/browser/engines/engine";
import { originalClients } from "@footfall/testing/browser/original-clients";
import { servePages } from "@footfall/testing/browser/page-server";
import { runGateway } from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const WEBSITE = "b59e9c65-ae32-47f1-8400-119fcf4861c4";
const shop = siteOf({
	// The tests' browser has no window.
	blockBots: false,
	trackDownloads: true,
	trackFormInteractions: true,
	clientIds: [
		{ product: "plausible", id: "shop.example" },
		{ product: "umami", id: WEBSITE },
	],
});

/** Differ between any two events. */
const OF_ONE_EVENT = ["v", "id", "receivedAt", "occurredAt", "pageId", "sequence", "suspected"];

/** An event without what differs between any two of the same situation, and without these fields. */
const columnsOf = (event: QueuedEvent, unsent: readonly string[]) => {
	// Each page is served on a port of its own.
	const properties = event.properties.replace(/localhost:\d+/, "localhost");
	return Object.fromEntries(
		Object.entries({ ...event, properties }).filter(
			([name]) => !OF_ONE_EVENT.includes(name) && !unsent.includes(name),
		),
	);
};

const nameOf = ({ type, eventName }: QueuedEvent) => `${type} ${eventName}`.trim();

const only = (events: readonly QueuedEvent[], name: string) =>
	events.filter((event) => nameOf(event) === name);

describeInChromium("a client of another product, unmodified", () => {
	let browser: Browser;
	let clients: Awaited<ReturnType<typeof originalClients>>;
	beforeAll(async () => {
		clients = await originalClients();
		browser = await chromium.launch();
	});
	afterEach(() => browser.closeTabs());
	afterAll(() => browser.close());

	const PATH = "/original-client.html?utm_source=mail&q=a%20b#top";

	/**
	 * Everything that a page with this tag sends while somebody acts on it and leaves; once there is an event of each of
	 * the names. The gateway is the tag's own: what another page sends late does not reach it.
	 */
	const sent = async (
		tagFor: (origin: string) => string,
		act: (page: Tab) => Promise<void>,
		names: readonly string[],
	) => {
		const gateway = await runGateway({
			snapshot: snapshotWith([shop]),
			trackerDirectory: fileURLToPath(new URL("../../packages/tracker/dist", import.meta.url)),
		});
		const pages = await servePages(gateway.url);
		pages.before = `window.__plausible = true;
			Object.defineProperty(Document.prototype, "referrer", { get: () => "https://www.google.com/" })`;
		pages.tag = tagFor(gateway.url);
		const page = await browser.open(pages.origin + PATH);
		const arrived: QueuedEvent[] = await gateway.appended(1);
		await act(page);
		await page.goto("about:blank");
		while (!names.every((name) => only(arrived, name).length > 0))
			arrived.push(...(await gateway.appended(1)));
		await Promise.all([pages.close(), gateway.stop()]);
		return arrived;
	};

	const own = (origin: string) => `<script defer src="${origin}/api/script.js?siteId=1"></script>`;
	const clickThrough = (call: string) => async (page: Tab) => {
		await page.evaluate(`${call}; history.pushState(null, "", "/next?page=2")`);
		for (const target of ["#elsewhere", "#file", "#submit"]) await page.click(target);
	};

	const NAMES = [
		"pageview",
		"custom_event signup",
		"outbound",
		"custom_event download",
		"form_submit",
		"engagement",
	];
	/** Plausible's clients send neither the title nor the screen. */
	const UNSENT_BY_PLAUSIBLE = ["pageTitle", "screenWidth", "screenHeight"];

	it("is Plausible's tracker from npm, and gives the columns that our own gives", async () => {
		const ours = await sent(own, clickThrough(`footfall.event("signup", { plan: "pro" })`), NAMES);
		const theirs = await sent(
			(origin) => `<script type="module">
				import { init } from ${JSON.stringify(clients.plausible)};
				init({
					domain: "shop.example",
					endpoint: "${origin}/api/event",
					captureOnLocalhost: true,
					outboundLinks: true,
					fileDownloads: true,
					formSubmissions: true,
				});
			</script>`,
			clickThrough(`plausible("signup", { props: { plan: "pro" } })`),
			NAMES,
		);
		const compare = (name: string, pathname: string, more: readonly string[] = []) => {
			const columns = (events: readonly QueuedEvent[]) =>
				only(events, name)
					.filter((event) => event.pathname === pathname)
					.map((event) => columnsOf(event, [...UNSENT_BY_PLAUSIBLE, ...more]));
			expect(columns(theirs)).toEqual(columns(ours));
			expect(columns(theirs)).toHaveLength(1);
		};
		compare("pageview", "/original-client.html");
		compare("custom_event signup", "/original-client.html");
		// On later views of a page, Plausible repeats the referrer of the first.
		const REPEATED = ["referrer", "channel"];
		compare("pageview", "/next", REPEATED);
		compare("custom_event download", "/next", REPEATED);
		// Of links and forms, it knows less.
		compare("outbound", "/next", [...REPEATED, "properties"]);
		compare("form_submit", "/next", [...REPEATED, "properties"]);
		expect(only(theirs, "outbound").map(({ properties }) => JSON.parse(properties))).toEqual([
			{ url: "https://elsewhere.example/there" },
		]);
		const [measured] = only(theirs, "engagement");
		const viewed = only(theirs, "pageview").map(({ pageId }) => pageId);
		expect(viewed).toContain(measured?.pageId);
		expect(measured?.msVisible).toBeGreaterThan(0);
	});

	it("is the older tracker of Plausible from npm, and gives the same columns", async () => {
		const names = ["pageview", "custom_event signup"];
		const act = (call: string) => async (page: Tab) => {
			await page.evaluate(call);
		};
		const ours = await sent(own, act(`footfall.event("signup", { plan: "pro" })`), names);
		const theirs = await sent(
			(origin) => `<script type="module">
				import Plausible from ${JSON.stringify(clients.plausibleTracker)};
				const plausible = Plausible({ domain: "shop.example", apiHost: "${origin}", trackLocalhost: true });
				plausible.enableAutoPageviews();
				window.trackEvent = plausible.trackEvent;
			</script>`,
			act(`trackEvent("signup", { props: { plan: "pro" } })`),
			names,
		);
		for (const name of names)
			expect(only(theirs, name).map((event) => columnsOf(event, UNSENT_BY_PLAUSIBLE))).toEqual(
				only(ours, name).map((event) => columnsOf(event, UNSENT_BY_PLAUSIBLE)),
			);
	});

	it("is Umami's script, and gives the columns that our own gives", async () => {
		const names = ["pageview", "custom_event signup"];
		const ours = await sent(
			own,
			async (page) => {
				await page.evaluate(`footfall.event("signup", { plan: "pro" })`);
			},
			names,
		);
		const theirs = await sent(
			(origin) =>
				`<script defer src="${clients.umami}" data-host-url="${origin}" data-website-id="${WEBSITE}"></script>`,
			async (page) => {
				await page.click("#tagged");
			},
			names,
		);
		for (const name of names)
			expect(only(theirs, name).map((event) => columnsOf(event, []))).toEqual(
				only(ours, name).map((event) => columnsOf(event, [])),
			);
	});
});
