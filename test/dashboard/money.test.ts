import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	askProduct,
	createSite,
	type MadeSite,
} from "@footfall/testing/dashboard/dashboard-product";
import { importRows } from "@footfall/testing/dashboard/import-rows";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { picture } from "@footfall/testing/dashboard/picture";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const RANGE = "range=2026-10-01..2026-10-31&compare=2026-09-01..2026-09-30&tz=UTC";

const hex = (number: number) => number.toString(16).padStart(16, "0");

/** Person, session, time, channel, and what they did: a path, or an amount with its currency. */
const ACTS: readonly (readonly [number, number, string, string, string | [string, string]])[] = [
	[1, 1, "2026-10-05 09:00", "Email", "/"],
	[1, 1, "2026-10-05 09:05", "Email", "/cart"],
	[1, 2, "2026-10-06 09:00", "Direct", "/"],
	[1, 2, "2026-10-06 09:05", "Direct", "/cart"],
	[1, 2, "2026-10-06 09:10", "Direct", ["30", "EUR"]],
	[2, 3, "2026-10-07 10:00", "Organic Search", "/"],
	[2, 3, "2026-10-07 10:10", "Organic Search", ["10.50", "EUR"]],
	[3, 4, "2026-10-08 10:00", "Direct", "/"],
	[3, 4, "2026-10-08 10:10", "Direct", ["900", "JPY"]],
	[2, 5, "2026-09-07 10:10", "Organic Search", ["20", "EUR"]],
];

const rowsOf = (hasMoney: boolean) =>
	ACTS.map(([person, session, time, channel, what], index) => ({
		...{
			kind: "event",
			event_id: `m${index}`,
			user_id: hex(person),
			session_id: hex(session),
			channel,
		},
		...{ timestamp: `${time.replace(" ", "T")}:00.000Z`, hostname: "shop.example" },
		...(typeof what === "string"
			? { type: "pageview", pathname: what }
			: { type: "custom_event", pathname: "/cart", event_name: "purchase" }),
		...(typeof what !== "string" && hasMoney && { revenue: what[0], currency: what[1] }),
	}));

let browser: Browser;
let shop: MadeSite;
let blog: MadeSite;
let goal: number;
let funnel: number;

const define = async ({ siteId }: MadeSite) => {
	const path = `/api/sites/${siteId}`;
	const event = { goalType: "event", config: { eventName: "purchase", valueFrom: "revenue" } };
	const made = await askProduct<{ goalId: number }>(product, `${path}/goals`, event);
	const steps = ["/", "/cart"].map((value) => ({ type: "page", value }));
	const saved = await askProduct<{ funnelId: number }>(product, `${path}/funnels`, {
		...{ name: "To buy", steps: [...steps, { type: "event", value: "purchase" }] },
	});
	return [made.goalId, saved.funnelId] as const;
};

const open = async (path: string, site: MadeSite = shop, width = 1440) => {
	const opened = await openPage(browser, product, product.owner, {
		viewport: { width, height: 900 },
	});
	await opened.page.goto(`/${site.id}${path}${path.includes("?") ? "&" : "?"}${RANGE}`);
	await settled(opened.page);
	return opened;
};

const cellsOf = async (page: Page, table: string) => {
	const rows = page.getByRole("region", { name: table }).getByRole("row");
	return (await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*/));
};

describeInChromium("a site with money", () => {
	beforeAll(async () => {
		browser = await launchChromium();
		shop = await createSite(product, "Shop", { currency: "EUR" });
		blog = await createSite(product, "Blog", { currency: "EUR" });
		await importRows(product, shop, "footfall", rowsOf(true));
		await importRows(product, blog, "footfall", rowsOf(false));
		[goal, funnel] = await define(shop);
		await define(blog);
	}, 120_000);
	afterAll(() => browser?.close());

	it("shows revenue beside the figures, and as the line of the chart", async () => {
		const { page, close, troubles } = await open("");
		const figure = page.getByRole("button", { name: /^Revenue/ });
		await expect.poll(() => figure.innerText()).toMatch(/^Revenue\s+€40\.50\s+incomplete/);
		const title = await figure.getByText("€40.50").getAttribute("title");
		expect(title).toContain("2 orders, €20.25 on average");
		expect(title).toContain("900 JPY of one event are left out");
		await figure.click();
		await expect.poll(() => page.url()).toContain("line=revenue");
		await settled(page);
		await expect.poll(() => page.getByRole("application", { name: /^Revenue/ }).count()).toBe(1);
		await page.getByText("900 JPY of one event are left out").waitFor();
		await picture(page, "overview");
		await page.reload();
		await settled(page);
		await expect.poll(() => figure.getAttribute("aria-pressed")).toBe("true");
		expect(troubles).toEqual([]);
		await close();
	});

	it.each([1100, 768, 360])("fits into %d pixels", async (width) => {
		const { page, close } = await open("", shop, width);
		await page.getByRole("button", { name: /^Revenue/ }).waitFor();
		const sideways = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		expect(sideways).toBe(0);
		await picture(page, `overview-${width}`);
		await close();
	});

	it("shows what led to revenue, by the model in the address", async () => {
		const { page, close, troubles } = await open("/sources");
		const card = page.getByRole("region", { name: "What led to revenue: Channels" });
		await card.getByRole("table").waitFor();
		expect(await cellsOf(page, "What led to revenue: Channels")).toEqual([
			["Channels", "Sessions", "Orders", "Revenue", "Share"],
			["Direct", "1", "1", "€30.00", "74.1%"],
			["Organic Search", "1", "1", "€10.50", "25.9%"],
		]);
		await card.getByLabel("Who gets the revenue").selectOption("first");
		await expect.poll(() => page.url()).toContain("model=first");
		await expect
			.poll(async () => (await cellsOf(page, "What led to revenue: Channels"))[1])
			.toEqual(["Email", "1", "1", "€30.00", "74.1%"]);
		await picture(page, "sources");
		expect(troubles).toEqual([]);
		await close();
	});

	it("shows it in tables, of people, goals and funnels", async () => {
		const { page, close, troubles } = await open("/sources");
		await expect
			.poll(() =>
				page
					.getByRole("group", { name: "Channels", exact: true })
					.getByRole("row", { name: /^Open Direct/ })
					.innerText(),
			)
			.toMatch(/€30\.00\s*$/);
		await page.goto(`/${shop.id}/users?by=revenue&${RANGE}`);
		await expect
			.poll(async () => (await page.getByRole("row").nth(1).innerText()).includes("€30.50"))
			.toBe(true);
		await picture(page, "users");
		await page.getByRole("row").nth(1).getByRole("link").first().click();
		await page.getByText("Last order").waitFor();
		await picture(page, "person");
		await page.goto(`/${shop.id}/goals?${RANGE}`);
		await page.getByRole("cell", { name: "€40.50" }).waitFor();
		await page.goto(`/${shop.id}/goals/${goal}?${RANGE}`);
		await page.getByText("€40.50").first().waitFor();
		await picture(page, "goal");
		await page.goto(`/${shop.id}/goals/${goal}/edit?${RANGE}`);
		await expect.poll(() => page.getByLabel("What it is worth").inputValue()).toBe("revenue");
		await picture(page, "goal-builder");
		await page.goto(`/${shop.id}/funnels/${funnel}?${RANGE}`);
		await page
			.getByText(/left here.*about €60\.00 lost/)
			.first()
			.waitFor();
		await picture(page, "funnel");
		expect(troubles).toEqual([]);
		await close();
	});

	it.each(["", "/sources", "/users", "/goals", "/funnels", "/pages"])(
		"is shown no money before the first amount: page %s",
		async (path) => {
			const { page, close, requests } = await open(path, blog);
			await page.getByRole("main").waitFor();
			expect(await page.getByText(/Revenue|€/).count()).toBe(0);
			expect(requests.filter((url) => url.includes("/query"))).toEqual([]);
			await close();
		},
	);
});
