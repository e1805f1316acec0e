import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	askProduct,
	createSite,
	type MadeSite,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { eventually } from "@footfall/testing/eventually";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { secondIsOver, visitsOf } from "./recorded-visits.ts";

const product = inject("dashboardProduct");
/** From the beginning of a page to any element in it. */
const MOST_TABS = 150;

/** The pages that each visitor sees. */
const VISITS = {
	ann: ["/pricing", "/signup"],
	bob: ["/pricing"],
	cleo: ["/pricing"],
	dora: ["/docs"],
};

/** Referrers; the other visitors have none. */
const REFERRERS: Readonly<Record<string, string>> = { dora: "https://news.example/" };
/** Visitors who saw only the pricing page. */
const RECORDED = ["bob", "cleo"];
/** When they moved, in seconds: at the start, and again after ten minutes for one more. */
const MOVES = [1, 2, 3, ...Array.from({ length: 61 }, (_, second) => 600 + second)];

let browser: Browser;
let site: MadeSite;
let page: Page;

const press = (key: string) => page.keyboard.press(key);

/** The focused element, and whether the focus is visible. */
const focused = () =>
	page.evaluate(() => {
		const element = document.activeElement ?? document.body;
		const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
		const { top, bottom, width, height } = element.getBoundingClientRect();
		const isMarked = (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
		const isInSight = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
		return {
			text: element.outerHTML.slice(0, 200),
			isPage: element === document.body,
			isSeen: isMarked && isInSight,
		};
	});

/** Tabs forward or back to an element, and checks that the focus is visible at each stop. */
const tabTo = async (target: Locator, key: "Tab" | "Shift+Tab" = "Tab") => {
	await target.first().waitFor();
	for (let tabs = 0; tabs < MOST_TABS; tabs++) {
		if (await target.first().evaluate((element) => element === document.activeElement)) return;
		await press(key);
		const { text, isPage, isSeen } = await focused();
		// After the last element the browser itself has the focus.
		if (!isPage && !isSeen) throw new Error(`The focus cannot be seen on ${text}`);
	}
	throw new Error(`Tab does not lead to ${target}`);
};

const isFocused = (target: Locator) =>
	expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
const figure = (label: string, count: number) =>
	page
		.getByRole("group", { name: /^Metrics:/ })
		.getByRole("button", { name: new RegExp(`^${label} ${count}\\b`) })
		.waitFor();
const card = (name: string) => page.getByRole("region", { name, exact: true });
/** The button that filters to a row's value; another one beside it explains its change. */
const row = (of: string, name: string) =>
	card(of).getByRole("button", { name }).and(page.locator("[aria-pressed]"));

/** The counts of each card, from the API with the same filters. */
const agrees = async (filters: readonly object[]) => {
	for (const [name, parameter] of [
		["Sources", new URL(page.url()).searchParams.get("open") ?? "channel"],
		["Pages", "pathname"],
		["Devices", "browser"],
	] as const) {
		const asked = new URLSearchParams({ parameter, filters: JSON.stringify(filters) });
		const { data } = await askProduct<{ data: { data: { count: number }[] } }>(
			product,
			`/api/sites/${site.siteId}/metric?${asked}`,
		);
		const counts = async () => {
			const rows = await card(name).getByRole("tabpanel").getByRole("listitem").allInnerTexts();
			// The name, possibly that it is excluded, the count and the share.
			return rows.map((text) => Number(/^\d+$/m.exec(text)?.[0]));
		};
		await expect
			.poll(counts, { message: `${name} with ${JSON.stringify(filters)}` })
			.toEqual(data.data.map(({ count }) => Number(count)));
	}
};

const position = () => page.getByRole("slider", { name: "Position in the recording" });
const seconds = async () => Number(await position().getAttribute("aria-valuenow"));

describeInChromium("by keyboard alone", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await createSite(product, "Keys", { sessionReplay: true });
		const { view, record } = visitsOf(product, site);
		for (const [visitor, paths] of Object.entries(VISITS))
			for (const [index, path] of paths.entries()) {
				if (index > 0) await secondIsOver();
				await view(visitor, path, REFERRERS[visitor]);
			}
		for (const visitor of RECORDED) await record(visitor, MOVES);
		await eventually(
			() =>
				askProduct<{ data: unknown[] }>(product, `/api/sites/${site.siteId}/session-replay/list`),
			({ data }) => data.length === RECORDED.length,
		);
		await eventually(
			() =>
				askProduct<{ data: { pageviews: number } }>(product, `/api/sites/${site.siteId}/overview`),
			({ data }) => Number(data.pageviews) === 5,
		);
	});
	afterAll(() => browser?.close());

	it("rows can be filtered, excluded and saved as a segment, and a period can be compared", async () => {
		const opened = await openPage(browser, product, product.owner);
		page = opened.page;
		await page.goto(`/${site.id}`);
		await settled(page);
		await figure("Sessions", 4);

		await tabTo(row("Pages", "/docs"));
		await press("Enter");
		await figure("Sessions", 1);
		expect(new URL(page.url()).searchParams.get("f")).toBe("pathname.is~/docs");
		await isFocused(row("Pages", "/docs"));
		await press("Escape");
		await figure("Sessions", 4);

		const figures = page.getByRole("group", { name: /^Metrics:/ });
		const compared = await figures.innerText();
		await press("x");
		await expect.poll(() => figures.innerText()).not.toBe(compared);
		expect(new URL(page.url()).searchParams.get("compare")).toBe("off");
		await press("x");
		await expect.poll(() => figures.innerText()).toBe(compared);

		await tabTo(row("Pages", "/docs"));
		await press("Alt+Enter");
		await figure("Sessions", 3);
		await tabTo(page.getByRole("button", { name: "Everyone" }));
		await press("Enter");
		await isFocused(page.getByRole("menuitemradio", { name: "Everyone" }));
		await tabTo(page.getByRole("button", { name: "Save these filters…" }));
		await press("Enter");
		const dialog = page.getByRole("dialog", { name: "Save segment" });
		await tabTo(dialog.getByLabel("Name"));
		await page.keyboard.type("No docs");
		await tabTo(dialog.getByRole("button", { name: "Save segment" }));
		await press("Enter");
		await dialog.waitFor({ state: "detached" });
		await page.getByRole("button", { name: "No docs" }).waitFor();
		await figure("Sessions", 3);

		// And back to all visitors, with the arrow keys.
		await tabTo(page.getByRole("button", { name: "No docs" }));
		await press("Enter");
		await isFocused(page.getByRole("menuitemradio", { name: "No docs" }));
		await press("ArrowUp");
		await isFocused(page.getByRole("menuitemradio", { name: "Everyone" }));
		await press("Enter");
		await figure("Sessions", 4);
		await isFocused(page.getByRole("button", { name: "Everyone" }));
		expect(opened.troubles).toEqual([]);
		await opened.close();
	});

	it("sources can be filtered, including direct visits, and every card follows", async () => {
		const opened = await openPage(browser, product, product.owner);
		page = opened.page;
		await page.goto(`/${site.id}`);
		await settled(page);
		await figure("Sessions", 4);
		await agrees([]);

		const direct = [{ parameter: "channel", type: "equals", value: ["Direct"] }];
		await tabTo(row("Sources", "Direct"));
		await press("Enter");
		await figure("Sessions", 3);
		expect(new URL(page.url()).searchParams.get("f")).toBe("channel.is~Direct");
		await isFocused(row("Sources", "Direct"));
		await agrees(direct);
		await press("Enter");
		await figure("Sessions", 4);
		await agrees([]);

		// Having no referrer can be filtered, too.
		await tabTo(card("Sources").getByRole("tab", { name: "Channels" }), "Shift+Tab");
		await press("ArrowRight");
		await isFocused(card("Sources").getByRole("tab", { name: "Sources" }));
		await tabTo(row("Sources", "Direct"));
		await press("Enter");
		await figure("Sessions", 3);
		await agrees([{ parameter: "referrer", type: "is_null", value: [] }]);
		await press("Alt+Enter");
		await figure("Sessions", 1);
		await agrees([{ parameter: "referrer", type: "is_not_null", value: [] }]);
		expect(opened.troubles).toEqual([]);
		await opened.close();
	});

	it("a funnel can be built, saved and followed to a recording, which is played, and to the next one", async () => {
		const opened = await openPage(browser, product, product.owner);
		page = opened.page;
		await page.goto(`/${site.id}`);
		await settled(page);
		await press("g");
		await press("f");
		await tabTo(page.getByRole("link", { name: "New funnel" }));
		await press("Enter");
		await tabTo(page.getByLabel("Name", { exact: true }));
		await page.keyboard.type("Prices to account");
		const path = page.getByRole("region", { name: "Steps" }).getByLabel("Path", { exact: true });
		await tabTo(path.nth(0));
		await page.keyboard.type("/signup");
		await tabTo(path.nth(1));
		await page.keyboard.type("/pricing");
		await press("Alt+ArrowUp");
		await expect.poll(() => path.nth(0).inputValue()).toBe("/pricing");
		const funnel = page.getByRole("region", { name: "Funnel", exact: true });
		await funnel.getByText("33.3% of 3 sessions completed the funnel").waitFor();
		await tabTo(page.getByRole("button", { name: "Save funnel" }));
		await press("Enter");
		await page.waitForURL(/\/funnels\/\d+/);
		await tabTo(funnel.getByRole("button", { name: "2 left here" }));
		await press("Enter");
		const left = page.getByRole("region", { name: /^Dropped off between/ });
		await expect.poll(() => left.locator("tbody tr").count()).toBe(2);
		await tabTo(left.locator("tbody").getByRole("link"));
		await press("Enter");
		const timeline = card("Timeline");
		await timeline.waitFor();

		// It plays by itself, is paused, and seeks by keyboard.
		await tabTo(position());
		await press("Home");
		await tabTo(page.getByRole("button", { name: "Pause" }));
		await press("Enter");
		const play = page.getByRole("button", { name: "Play", exact: true });
		await isFocused(play);
		await tabTo(position(), "Shift+Tab");
		for (const [key, second] of [
			["Home", 0],
			["ArrowRight", 5],
			["PageUp", 35],
			["ArrowLeft", 30],
			["End", 660],
			["Home", 0],
			["PageUp", 30],
		] as const) {
			await press(key);
			await expect.poll(seconds, { message: key }).toBe(second);
		}

		// Within the pause of the visitor: plays eight times as fast, then skips it at once.
		const skip = page.getByRole("switch", { name: "Skip pauses" });
		await tabTo(skip);
		await press("Space");
		await expect.poll(() => skip.getAttribute("aria-checked")).toBe("false");
		const speed = page.getByRole("combobox", { name: "Speed" });
		await tabTo(speed);
		for (let step = 0; step < 3; step++) await press("ArrowDown");
		await expect.poll(() => speed.inputValue()).toBe("8");
		await tabTo(play, "Shift+Tab");
		await press("Enter");
		await expect.poll(seconds).toBeGreaterThan(30);
		const [from, begin] = [await seconds(), performance.now()];
		await expect.poll(() => performance.now() - begin).toBeGreaterThan(2000);
		const passed = (performance.now() - begin) / 1000;
		expect((await seconds()) - from).toBeGreaterThan(4 * passed);
		expect(await seconds()).toBeLessThan(600);
		await tabTo(skip);
		await press("Space");
		await expect.poll(seconds).toBeGreaterThan(598);

		// Each listed event leads to its moment in the recording.
		await tabTo(position(), "Shift+Tab");
		await press("Home");
		await tabTo(timeline.getByRole("button", { name: /pricing\s+page$/ }));
		await press("Enter");
		await expect.poll(seconds).toBeGreaterThan(598);

		await press("g");
		await press("v");
		const recordings = page.getByRole("group", { name: "Recordings, one per row" });
		await expect.poll(() => recordings.locator("tbody tr").count()).toBe(2);
		await tabTo(recordings.locator("tbody").getByRole("link"));
		await press("Enter");
		const heading = page
			.frameLocator("iframe[title^=Recording]")
			.frameLocator("iframe")
			.locator("h1");
		const newest = await heading.innerText();
		await tabTo(page.getByRole("link", { name: "Older" }));
		await press("Enter");
		await page.getByRole("link", { name: "Newer" }).waitFor();
		await expect.poll(() => heading.innerText()).not.toBe(newest);
		expect(opened.troubles).toEqual([]);
		await opened.close();
	});
});
