import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { chromium } from "@footfall/testing/browser/engines/chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, createSite } from "@footfall/testing/dashboard/dashboard-product";
import { type OpenedPage, openPage } from "@footfall/testing/dashboard/open-page";
import {
	LISTED_PAGES,
	type PageSubjects,
	subjectsOf,
} from "@footfall/testing/dashboard/page-table";
import { settled } from "@footfall/testing/dashboard/settled";
import { eventually } from "@footfall/testing/eventually";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");

const SCRIPT = "<script>window.ranBeacon = 1</script>";
/** Texts that an attacker may send to harm or confuse the reader of the numbers, or to break the layout. */
const TEXTS = [
	SCRIPT,
	`"><img src=x onerror="window.ranBeacon = 2">`,
	"javascript:window.ranBeacon=3",
	"\u202Egnp.exe\u202C from the right",
	"\u202Eno",
	"\u2069\u2069\u202Eno",
	"שלום, עולם",
	"W".repeat(2000),
	"🤡".repeat(100),
	"two\nlines\r\n\tand a tab",
	"a nul\u0000byte",
	`\u0301`.repeat(80),
	"__proto__",
	"%00%0a%2e%2e%2f{{7*7}}",
];

const eventsOf = (text: string, index: number): Readonly<Record<string, unknown>>[] => {
	const shared = { hostname: "quill.example", user_id: text.slice(0, 200) };
	const page = { ...shared, pathname: `/${text}`.slice(0, 2000) };
	const properties = (given: object) => ({ properties: JSON.stringify(given) });
	return [
		{
			...page,
			type: "pageview",
			page_title: text.slice(0, 500),
			referrer: index % 2 === 0 ? "javascript:window.ranBeacon=4" : `https://evil.example/${index}`,
			querystring: `?utm_source=${encodeURIComponent(text.slice(0, 100))}`,
			tag: text.slice(0, 200),
		},
		{
			...page,
			type: "custom_event",
			event_name: text.slice(0, 200),
			...properties({ [text.slice(0, 90)]: text.slice(0, 300) }),
		},
		{
			...page,
			type: "error",
			event_name: text.slice(0, 200),
			...properties({
				message: text.slice(0, 1000),
				stack: `Error: ${text.slice(0, 300)}\n    at ${text.slice(0, 90)} (javascript:window.ranBeacon=5:1:2)`,
				fileName: "javascript:window.ranBeacon=6",
			}),
		},
		{
			...page,
			type: "outbound",
			...properties({ url: "javascript:window.ranBeacon=7", text: text.slice(0, 200) }),
		},
		{ ...page, type: "performance", lcp: 9000, cls: 0.5, inp: 700, fcp: 3500, ttfb: 2000 },
	];
};

const NOBODY: PageSubjects = { site: "", organization: "", goal: "", session: "", user: "" };

let browser: Browser;
let subjects: PageSubjects;
let owner: OpenedPage;
/** Addresses of the pages of each error. */
let errorPages: string[];

const fill = async (site: string) => {
	const events = TEXTS.flatMap(eventsOf);
	// A gateway learns of a new site within seconds.
	const send = (event: object) =>
		askProduct(product, "/api/track", { site_id: site, ...event }).then(
			() => true,
			() => false,
		);
	for (const event of events) await eventually(() => send(event), Boolean);
	// Sent last, and stored in order.
	await eventually(
		() =>
			askProduct<{ data: { total_performance_events: number } }>(
				product,
				`/api/sites/${site}/performance/overview`,
			).then(({ data }) => data.total_performance_events),
		(stored) => stored >= TEXTS.length,
	);
};

beforeAll(async () => {
	if (chromium.missing()) return;
	const { id } = await createSite(product, 'Quill <i id="hostile">x</i> two', {
		webVitals: true,
		trackErrors: true,
	});
	await fill(id);
	const names = await askProduct<{ data: { errorId: string }[] }>(
		product,
		`/api/sites/${id}/errors/names?limit=50&seen=true`,
	);
	errorPages = names.data.map(({ errorId }) => `/${id}/errors/${errorId}`);
	await askProduct(product, `/api/sites/${id}/goals`, {
		name: SCRIPT,
		goalType: "path",
		config: { pathPattern: "/**" },
	});
	subjects = await subjectsOf({ ...product, siteId: id });
	browser = await launchChromium();
	owner = await openPage(browser, product, product.owner);
});
afterAll(() => browser?.close());

/** What a text of a beacon must never become. */
const harmIn = (page: Page) =>
	page.evaluate(() => {
		const root = document.documentElement;
		const links = [...document.querySelectorAll("a[href]")].map((link) =>
			(link as HTMLAnchorElement).href.slice(0, 100),
		);
		return {
			ran: (window as { ranBeacon?: number }).ranBeacon,
			badLinks: links.filter((href) => !/^https?:/.test(href)),
			foreignElements: document.querySelectorAll("body img, body script:not([src]), #hostile")
				.length,
			sideways: root.scrollWidth > root.clientWidth ? root.scrollWidth : 0,
		};
	});

const HARMLESS = { ran: undefined, badLinks: [], foreignElements: 0, sideways: 0 };

const expectHarmless = async (path: string) => {
	const { page, troubles } = owner;
	troubles.length = 0;
	await page.goto("about:blank");
	await page.goto(product.url + path);
	for (const width of [1280, 320]) {
		await page.setViewportSize({ width, height: 900 });
		await settled(page);
		expect(await harmIn(page), `${path} at ${width}`).toEqual(HARMLESS);
		expect(await reorderingIn(page), `${path} at ${width}`).toEqual([]);
		if (width > 320) expect(await pushedOutIn(page), `${path} at ${width}`).toEqual([]);
	}
	expect(troubles, path).toEqual([]);
};

/** The texts that could turn the words around them: those beside others without an element or controls of their own. */
const reorderingIn = (page: Page) =>
	page.evaluate(() => {
		const REORDERS = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069]/;
		const isFree = (text: string) => {
			let rest = text;
			for (let before = ""; rest !== before; ) {
				before = rest;
				rest = rest.replaceAll(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, "");
			}
			return REORDERS.test(rest);
		};
		const found: string[] = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const { parentElement: parent, nodeValue } = node;
			if (!parent || !isFree(nodeValue ?? "") || parent.closest("option, textarea, script, title"))
				continue;
			if (parent.tagName !== "BDI") found.push(parent.outerHTML.slice(0, 200));
		}
		for (const element of document.querySelectorAll("[title], [aria-label]"))
			for (const name of ["title", "aria-label"]) {
				const text = element.getAttribute(name) ?? "";
				// Words before it would be turned, or it turns words after it.
				if (isFree(text) && /[a-z]{2,} .*[\u202e]|[\u202e].*(, | · )/.test(text)) found.push(text);
			}
		return found;
	});

/** The tables whose first number cannot be seen without scrolling. */
const pushedOutIn = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll("main [role=group]:has(> table)")].flatMap((area) => {
			const number = area.querySelector("tbody td.num");
			const isOut =
				number && number.getBoundingClientRect().left > area.getBoundingClientRect().right;
			return isOut ? [area.getAttribute("aria-label")] : [];
		}),
	);

describeInChromium("texts of beacons", () => {
	const pages = LISTED_PAGES.filter(
		({ path }) =>
			path({ ...NOBODY, site: "SITE" }).includes("SITE") && !path(NOBODY).startsWith("/welcome"),
	);

	it.each(pages)(
		"neither run, nor become links, nor break the page: $name",
		async ({ path }) => await expectHarmless(path(subjects)),
	);

	it("neither run, nor become links, nor break the page: one error", async () => {
		expect(errorPages.length).toBeGreaterThan(5);
		for (const path of errorPages) await expectHarmless(path);
	});

	it("are shown as they were sent", async () => {
		await owner.page.goto(`${product.url}/${subjects.site}/errors`);
		await settled(owner.page);
		await owner.page.getByRole("link", { name: SCRIPT, exact: true }).click();
		await owner.page.getByRole("heading", { level: 1 }).getByText(SCRIPT).waitFor();
	});
});
