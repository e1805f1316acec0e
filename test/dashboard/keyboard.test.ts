import { chromium } from "@footfall/testing/browser/engines/chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct, type MadeSite, makeSite } from "@footfall/testing/dashboard/dashboard-product";
import { openPage, settled } from "@footfall/testing/dashboard/open-page";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders, sendBeacon } from "@footfall/testing/gateway/beacon";
import { describeWithEngine } from "@footfall/testing/require-engine";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const WITHIN_MS = 60_000;
/** Of a page, from its beginning to anything in it. */
const MOST_TABS = 150;

/** The pages that each visitor sees. */
const VISITS = {
	ann: ["/pricing", "/signup"],
	bob: ["/pricing"],
	cleo: ["/pricing"],
	dora: ["/docs"],
};

let browser: Browser;
let site: MadeSite;
let page: Page;

/** Each name is another browser, and so another visitor. */
const view = (visitor: string, pathname: string) =>
	eventually(
		async () => {
			const event = { type: "pageview", hostname: "keys.example", site_id: site.id, pathname };
			const headers = { "user-agent": `${browserHeaders["user-agent"]} ${visitor}` };
			return (await sendBeacon(product.url, event, headers)).status;
		},
		(status) => status === 200,
		WITHIN_MS,
	);

const press = (key: string) => page.keyboard.press(key);

/** What has the focus, and whether somebody who looks at the page sees that. */
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

/** Tabs on to an element; each stop on the way can be seen. */
const tabTo = async (target: Locator) => {
	await target.first().waitFor();
	for (let tabs = 0; tabs < MOST_TABS; tabs++) {
		if (await target.first().evaluate((element) => element === document.activeElement)) return;
		await press("Tab");
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
		.getByRole("group", { name: /^Figures/ })
		.getByRole("button", { name: new RegExp(`^${label} ${count}\\b`) })
		.waitFor();
const row = (card: string, name: string) =>
	page.getByRole("region", { name: card, exact: true }).getByRole("button", { name });

describeWithEngine("by keyboard alone", chromium.missing(), () => {
	beforeAll(async () => {
		browser = await launchChromium();
		site = await makeSite(product, "Keys");
		for (const [visitor, paths] of Object.entries(VISITS))
			for (const [index, path] of paths.entries()) {
				// A step of a funnel counts from the second after the one before it.
				const second = Math.floor(Date.now() / 1000);
				if (index > 0)
					await eventually(
						async () => Math.floor(Date.now() / 1000),
						(now) => now > second,
						WITHIN_MS,
					);
				await view(visitor, path);
			}
		await eventually(
			() =>
				askProduct<{ data: { pageviews: number } }>(product, `/api/sites/${site.siteId}/overview`),
			({ data }) => Number(data.pageviews) === 5,
			WITHIN_MS,
		);
	});
	afterAll(() => browser?.close());

	it("rows filter, are left out and are saved as a segment, and a period is compared", async () => {
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

		const figures = page.getByRole("group", { name: /^Figures/ });
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

		// And back to everyone, with the arrows.
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

	it("a funnel is built, saved and followed to a session", async () => {
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
		await funnel.getByText("33.3% of 3 sessions went all the way").waitFor();
		await tabTo(page.getByRole("button", { name: "Save funnel" }));
		await press("Enter");
		await page.waitForURL(/\/funnels\/\d+/);
		await tabTo(funnel.getByRole("button", { name: "2 left here" }));
		await press("Enter");
		const left = page.getByRole("region", { name: /^Left between/ });
		await expect.poll(() => left.locator("tbody tr").count()).toBe(2);
		await tabTo(left.locator("tbody").getByRole("link"));
		await press("Enter");
		await page.getByRole("region", { name: "Timeline" }).waitFor();
		expect(opened.troubles).toEqual([]);
		await opened.close();
	});
});
