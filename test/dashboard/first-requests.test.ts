import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const HERE = `/${product.siteId}`;

/** The requests, each as often as it was sent. */
const countOf = (sent: readonly Request[], what: string) =>
	sent.filter((request) => (request.postData() ?? new URL(request.url()).pathname).includes(what))
		.length;

/** What `docs/dashboard.md` promises for an overview of which nothing is cached. */
const MOST_REQUESTS = 25;
const MOST_BYTES = 77_600;
/** A laptop's screen. */
const SCREEN = { width: 1440, height: 900 };
/** Files that wait until the first screen is drawn: pictures of rows, notices, what paper needs, and two buttons of cards. */
const FOR_LATER =
	/\/assets\/(picture-drawing|notices|print-head|why-link|to-board|use-naming|other-areas|changes|explore)-/;
/** Files for somebody who opens something. */
const FOR_SOMEBODY = /\/assets\/(menus|other-pages|why-dialog|add-to-board|dialog|tables)-/;
/** The files that nobody asks for, which are requested last. */
const LAST_FILES = [
	/\/assets\/notices-[\w-]+\.js$/,
	/\/assets\/why-link-[\w-]+\.js$/,
	/\/assets\/to-board-[\w-]+\.js$/,
];

const FIGURES = '"report":"overview"';
const WHO = "/api/auth/get-session";

describeInChromium("the first requests of a page", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await launchChromium();
		// The first reports of a product take longest; one that takes too long is requested again.
		const { page, close } = await openPage(browser, product, product.owner);
		await page.goto(HERE);
		await settled(page);
		await close();
	});
	afterAll(() => browser?.close());

	const requestsOf = async (address: string, account = product.owner, locale = "en-GB") => {
		const opened = await openPage(browser, product, account, { locale });
		const sent: Request[] = [];
		opened.page.on("request", (request) => {
			if (new URL(request.url()).pathname.startsWith("/api/")) sent.push(request);
		});
		await opened.page.goto(product.url + address);
		await settled(opened.page);
		expect(opened.troubles).toEqual([]);
		await opened.close();
		return sent;
	};

	it.each([
		["without parameters", "", "en-GB"],
		["in another language", "", "de-DE"],
		[
			"of other days in another time zone",
			"?range=2026-10-01..2026-10-31&tz=Asia/Tokyo&compare=year",
			"en-GB",
		],
		["in weeks", "?range=12mo&bucket=week&compare=off", "en-US"],
		["with filters and open lists", "?f=country.is~DE~AT&open=referrer.city&line=users", "en-GB"],
		["with nonsense", "?range=never&tz=Mars/Base&bucket=eon&f=what&compare=no", "en-GB"],
	])(
		"match what the code requests to draw an overview %s, each sent once",
		async (_, query, locale) => {
			const sent = await requestsOf(HERE + query, product.owner, locale);
			expect(countOf(sent, FIGURES)).toBe(1);
			expect(countOf(sent, WHO)).toBe(1);
			expect(countOf(sent, `/api/sites/${product.siteId}/viewer`)).toBe(1);
			// Sent by the first file, before any request of the rest.
			expect(sent.findIndex((request) => request.postData()?.includes(FIGURES))).toBe(3);
		},
	);

	it("need few requests and bytes until the first screen is drawn, and what is for later waits for that or for somebody", async () => {
		const opened = await openPage(browser, product, product.owner, { viewport: SCREEN });
		const devtools = await opened.page.context().newCDPSession(opened.page);
		/** Each request with its bytes, in the order in which they were sent. */
		const sent = new Map<string, { url: string; bytes: number }>();
		const add = (id: string, more: number) => {
			const request = sent.get(id);
			if (request) request.bytes += more;
		};
		await devtools.send("Network.enable");
		devtools.on("Network.requestWillBeSent", ({ requestId, request }) =>
			sent.set(requestId, { url: request.url, bytes: 0 }),
		);
		devtools.on("Network.responseReceived", ({ requestId, response }) =>
			add(requestId, response.encodedDataLength),
		);
		devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) =>
			add(requestId, encodedDataLength),
		);
		// With all headers, and the last piece.
		devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
			const request = sent.get(requestId);
			if (request) request.bytes = encodedDataLength;
		});
		const isSent = (what: RegExp) => opened.requests.some((url) => what.test(url));

		const last = LAST_FILES.map((file) => opened.page.waitForResponse(file));
		await opened.page.goto(product.url + HERE);
		await settled(opened.page);
		for (const response of await Promise.all(last)) await response.finished();
		expect(isSent(/\/live-user-count/)).toBe(true);
		expect(opened.requests.filter((url) => FOR_SOMEBODY.test(url))).toEqual([]);
		const all = [...sent.values()];
		const answers = all.findIndex(({ url }) => url.endsWith("/reports"));
		expect(all.findIndex(({ url }) => FOR_LATER.test(url))).toBeGreaterThan(answers);
		const first = all.filter(({ url }) => !FOR_LATER.test(url));
		const list = first.map(({ url, bytes }) => `${bytes} ${url}`).join("\n");
		expect(first.length, list).toBeLessThanOrEqual(MOST_REQUESTS);
		expect(
			first.reduce((sum, { bytes }) => sum + bytes, 0),
			list,
		).toBeLessThanOrEqual(MOST_BYTES);

		const menus = opened.page.waitForResponse(/\/assets\/menus-[\w-]+\.js$/);
		await opened.page.mouse.move(5, 5);
		await menus;
		expect(opened.troubles).toEqual([]);
		await opened.close();
	});

	it("include the key of a private link", async () => {
		const { id, siteId } = await createSite(product, "first-requests.example");
		const { data } = await askProduct<{ data: { privateLinkKey: string } }>(
			product,
			`/api/sites/${siteId}/private-link-config`,
			{ action: "generate_private_link_key" },
		);
		const opened = await openPage(browser, product);
		const sent: Request[] = [];
		opened.page.on("request", (request) => sent.push(request));
		await opened.page.goto(`${product.url}/${id}/${data.privateLinkKey}`);
		await opened.page.getByRole("heading", { name: "Overview" }).waitFor();
		const reports = sent.filter((request) => request.url().endsWith("/reports"));
		expect(reports[0]?.headers()["x-private-key"]).toBe(data.privateLinkKey);
		expect(countOf(sent, FIGURES)).toBe(1);
		await opened.close();
	});
});
