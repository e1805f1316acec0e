import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { askProduct } from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const DAY_MS = 86_400_000;
const ZONE = "Europe/Berlin";

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** Weeks that are over. */
const FIRST = dayBefore(29);
const LAST = dayBefore(2);
const HERE = `range=${FIRST}..${LAST}&tz=${ZONE}&compare=off`;

const ask = async <Data>(report: string, more: Readonly<Record<string, string>> = {}) => {
	const parameters = new URLSearchParams({
		...{ start_date: FIRST, end_date: LAST, time_zone: ZONE },
		...more,
	});
	const path = `/api/sites/${product.siteId}/${report}?${parameters}`;
	return (await askProduct<{ data: Data }>(product, path)).data;
};

interface Occurrence {
	timestamp: string;
	session_id: string;
	stack: string;
}
interface Vitals {
	total_performance_events: number;
	lcp_p75: number;
}
interface Operator {
	operator: string;
	crawls: number;
	bots: { name: string; reads: number; pages: number }[];
}

const number = new Intl.NumberFormat("en-GB");
const secondsText = (milliseconds: number) =>
	Math.round(milliseconds) < 1000
		? `${Math.round(milliseconds)} ms`
		: `${(milliseconds / 1000).toFixed(2)} s`;

let browser: Browser;

describeInChromium("drilling down from a problem to its cause", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());

	const openAt = async (path: string) => {
		const opened = await openPage(browser, product, product.owner);
		await opened.page.goto(`/${product.siteId}/${path}?${HERE}`);
		await settled(opened.page);
		return opened;
	};

	/** The pages of the last day, by their change from the day before. */
	const changesOfLastDay = () =>
		ask<{ data: { value: string; count: number; previous: { count: number } }[] }>("metric", {
			...{ start_date: LAST, end_date: LAST, compare: "previous" },
			...{ parameter: "pathname", sort_by: "change", limit: "8" },
		});

	it.each([
		["clicks", 1440],
		["the keyboard", 1440],
		["clicks on a phone", 375],
	])("a drop is explained in two steps from the overview: %s", async (way, width) => {
		const { data: rows } = await changesOfLastDay();
		const [most] = rows;
		const { page, close } = await openPage(browser, product, product.owner);
		await page.setViewportSize({ width, height: 900 });
		await page.goto(`/${product.siteId}?range=${LAST}..${LAST}&tz=${ZONE}&compare=previous`);
		await settled(page);
		const press = async (element: Locator) => {
			if (way !== "the keyboard") return element.click();
			await element.focus();
			return page.keyboard.press("Enter");
		};
		const list = page.getByRole("region", { name: "Pages", exact: true });
		const byChange = list.getByRole("button", { name: "Change", exact: true });
		await press(byChange);
		await settled(page);
		const items = list.getByRole("listitem");
		expect(new URL(page.url()).searchParams.get("by")).toBe("change");
		expect(await byChange.getAttribute("aria-pressed")).toBe("true");
		const texts = await items.allInnerTexts();
		expect(texts.map((text) => text.split("\n")[0])).toEqual(rows.map(({ value }) => value));
		for (const [index, { count, previous }] of rows.entries())
			if (count === 0 && previous.count > 0) expect(texts[index]).toMatch(/gone\nWhy .*\nOpen /);
		// Numbers stay inside the list, however long the changes are.
		const [outer, inner] = await Promise.all([list.boundingBox(), items.first().boundingBox()]);
		expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(
			(outer?.x ?? 0) + (outer?.width ?? 0),
		);
		await press(items.first().getByRole("button").first());
		await settled(page);
		expect(new URL(page.url()).searchParams.get("f")).toBe(`pathname.is~${most?.value}`);
		await page.goBack();
		await page.goBack();
		await settled(page);
		expect(await byChange.getAttribute("aria-pressed")).toBe("false");
		await close();
	});

	it("an error leads to its stack, and on to a session that had it", async () => {
		const { data: rows } = await ask<{ data: { value: string; errorName: string }[] }>(
			"errors/names",
			{ page: "1", limit: "100" },
		);
		const [row] = rows;
		const message = row?.value ?? "";
		const { data: occurrences } = await ask<{ data: Occurrence[] }>("errors/events", {
			errorMessage: message,
			page: "1",
			limit: "20",
		});
		const { page, close } = await openAt("errors");
		const list = page.getByRole("group", { name: "Table of errors" });
		await list.getByRole("link", { name: message, exact: true }).click();
		await page.getByRole("heading", { level: 1, name: row?.errorName ?? "" }).waitFor();
		await settled(page);
		const stack = page.getByRole("region", { name: "Stack trace" });
		await stack.getByRole("button", { name: "As sent" }).click();
		expect((await stack.locator("pre").innerText()).trim()).toBe(occurrences[0]?.stack.trim());

		const times = page.getByRole("group", { name: "Table of occurrences" });
		const dataRows = times.locator("tbody tr");
		await expect.poll(() => dataRows.count()).toBe(occurrences.length);
		const session = occurrences[0]?.session_id ?? "";
		await times
			.getByRole("link", { name: `Open ${session}` })
			.first()
			.click();
		await page.waitForURL(new RegExp(`/sessions/${session}(\\?|$)`));
		const timeline = page.getByRole("list", { name: "Timeline" });
		await timeline.getByText(message).first().waitFor();
		await page.goBack();
		await page.getByRole("heading", { level: 1, name: row?.errorName ?? "" }).waitFor();
		await close();
	});

	it("the slowest page is first, and a click on it filters the figures to it", async () => {
		const all = await ask<Vitals>("performance/overview");
		const least =
			all.total_performance_events >= 2000 ? 20 : all.total_performance_events >= 200 ? 5 : 1;
		const { data: rows } = await ask<{ data: { pathname: string; lcp_p75: number }[] }>(
			"performance/by-dimension",
			{
				dimension: "pathname",
				sort_by: "lcp_p75",
				sort_order: "desc",
				min_events: String(least),
				limit: "25",
			},
		);
		const [worst] = rows;
		const pathname = worst?.pathname ?? "";
		const { page, close } = await openAt("vitals");
		const table = page.getByRole("table");
		const heads = table.getByRole("rowheader");
		await heads.first().waitFor();
		expect(await heads.allInnerTexts()).toEqual(rows.map((row) => row.pathname));

		const loading = page
			.getByRole("group", { name: /^Web vitals/ })
			.getByRole("button", { name: /^Loading/ });
		await loading.getByText(secondsText(all.lcp_p75)).waitFor();
		await heads.first().getByRole("button").click();
		await page.waitForURL(/[?&]f=pathname/);
		const filters = JSON.stringify([{ parameter: "pathname", type: "equals", value: [pathname] }]);
		const one = await ask<Vitals>("performance/overview", { filters });
		await loading.getByText(secondsText(one.lcp_p75)).waitFor();
		await page
			.getByText(`${number.format(one.total_performance_events)} measured page views`)
			.waitFor();
		await expect.poll(() => heads.allInnerTexts()).toEqual([pathname]);
		await close();
	});

	it("an operator of bots expands to its programs, whose requests add up to its own", async () => {
		const operators = await ask<Operator[]>("bots/ai-summary", { bucket: "day" });
		const operator = operators.find(({ bots }) => bots.length > 1);
		const name = operator?.operator ?? "";
		const { page, close } = await openAt("bots");
		const table = page.getByRole("group", { name: "Table of AI operators" });
		const opener = table.getByRole("button", { name: `Bots of ${name}` });
		const rowOf = (text: string) => table.getByRole("row").filter({ hasText: text });
		await opener.click();
		expect(await opener.getAttribute("aria-expanded")).toBe("true");
		const crawlsOf = async (text: string) =>
			(await rowOf(text).first().getByRole("cell").first().innerText()).trim();
		expect(await crawlsOf(name)).toBe(number.format(operator?.crawls ?? 0));
		for (const bot of operator?.bots ?? [])
			expect(await crawlsOf(bot.name)).toBe(number.format(bot.reads));
		const reads = operator?.bots.reduce((sum, one) => sum + one.reads, 0);
		expect(reads).toBe(operator?.crawls);

		const { data: who } = await ask<{ data: { value: string; count: number }[] }>(
			"bots/by-dimension",
			{ dimension: "bot_operator" },
		);
		const requests = who.find(({ value }) => value === name)?.count ?? 0;
		const list = page.getByRole("region", { name: "Who they are" });
		const item = list.getByRole("listitem").filter({ hasText: name });
		await item.getByText(number.format(requests), { exact: true }).waitFor();
		await opener.click();
		await expect.poll(() => rowOf(operator?.bots[0]?.name ?? "").count()).toBe(0);
		await close();
	});

	it("a goal shows the sources of its conversions, and a click on a row filters to that source", async () => {
		const goals = await ask<{ goalId: number; total_conversions: number }[]>("goals");
		const goal = goals.find(({ total_conversions }) => total_conversions > 0);
		const { page, close } = await openAt(`goals/${goal?.goalId}`);
		const card = page.getByRole("region", { name: /^Conversions by/ });
		const parameter = "country";
		await card.getByRole("combobox").selectOption(parameter);
		await page.waitForURL(/[?&]by=country/);
		const { data: rows } = await ask<{ data: { value: string; conversions: number }[] }>(
			`goals/${goal?.goalId}/by-dimension`,
			{ parameter },
		);
		const first = rows[0];
		const name = new Intl.DisplayNames("en-GB", { type: "region" }).of(first?.value ?? "") ?? "";
		const cells = card.getByRole("row").nth(1).getByRole("cell");
		await card.getByRole("rowheader", { name, exact: true }).waitFor();
		expect(await cells.first().innerText()).toBe(number.format(first?.conversions ?? 0));
		expect(rows.reduce((sum, { conversions }) => sum + conversions, 0)).toBe(
			goal?.total_conversions,
		);

		await card.getByRole("button", { name, exact: true }).click();
		await page.waitForURL(/[?&]f=country\.is/);
		await expect.poll(() => card.getByRole("rowheader").count()).toBe(1);
		await page
			.getByRole("group", { name: /./ })
			.getByText(number.format(first?.conversions ?? 0), { exact: true })
			.first()
			.waitFor();
		await close();
	});
});
