import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRows } from "@footfall/imports";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import {
	type BadAnswer,
	type BadAnswerProxy,
	startBadAnswerProxy,
} from "@footfall/testing/network/bad-answer-proxy";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const DAY_MS = 86_400_000;

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** Days that are over: no data is added between the page and the file. */
const PERIOD = `range=${dayBefore(15)}..${dayBefore(2)}&tz=Europe/Berlin&compare=off`;

type CsvRow = Record<string, string>;

const percent = new Intl.NumberFormat("en-GB", {
	style: "percent",
	minimumFractionDigits: 1,
	maximumFractionDigits: 1,
});
const count = new Intl.NumberFormat("en-GB");
/** Halves are rounded up, which a number of two decimals in binary may just miss. */
const percentOf = (text: string | undefined) =>
	percent.format(Math.round(Math.round(Number(text) * 100) / 10) / 1000);
const countOf = (text: string | undefined) => count.format(Number(text));

let browser: Browser;
const directory = createTemporaryDirectory();

/** The path of the file that a click downloads. */
const downloaded = async (page: Page, link: Locator): Promise<string> => {
	const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
	const path = join(directory.path, `${performance.now()}-${download.suggestedFilename()}`);
	await download.saveAs(path);
	return path;
};
const csvOf = async (page: Page, link: Locator): Promise<CsvRow[]> => {
	const rows: CsvRow[] = [];
	const path = await downloaded(page, link);
	expect(path).toMatch(/\.csv$/);
	for await (const chunk of readRows(path)) rows.push(...(chunk.rows as CsvRow[]));
	return rows;
};

/** The cells of each row of a table, as they are displayed. */
const cellsOf = async (rows: Locator): Promise<string[][]> =>
	rows.evaluateAll((all) =>
		all.map((row) =>
			[...row.querySelectorAll("th, td")].map(
				(cell) => (cell.querySelector("[title]") ?? cell).textContent?.trim() ?? "",
			),
		),
	);

describeInChromium("what a page shows, as a file", () => {
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		directory.remove();
	});

	const openAt = async (path: string) => {
		const opened = await openPage(browser, product, product.owner);
		await opened.page.goto(`/${product.siteId}${path}`);
		await settled(opened.page);
		return opened;
	};

	it("has the rows of a list in its order, including those that the page does not show", async () => {
		const { page, close } = await openAt(`?${PERIOD}`);
		const card = page.getByRole("region", { name: "Pages", exact: true });
		await card.getByRole("listitem").first().waitFor();
		const shown = await card.getByRole("listitem").evaluateAll((items) =>
			items.map((item) => {
				const row = item.querySelector("button");
				return [...(row?.children ?? [])].map((part) => part.textContent?.trim() ?? "");
			}),
		);
		const rows = await csvOf(page, card.getByRole("link", { name: "Pages as CSV" }));
		expect(shown.length).toBeGreaterThan(1);
		expect(shown).toEqual(
			rows
				.slice(0, shown.length)
				.map((row) => [row["value"], countOf(row["count"]), percentOf(row["percentage"])]),
		);
		await card.getByRole("link", { name: `All ${rows.length} Pages` }).waitFor();
		await close();
	});

	it("has the rows of a table with its order, its search and its filters", async () => {
		const { page, close } = await openAt(`/pages?${PERIOD}&by=pageviews:asc`);
		const table = page.getByRole("table");
		const link = page.getByRole("link", { name: "Download all rows of Pages as CSV" });
		const agrees = async () => {
			await settled(page);
			const shown = await cellsOf(table.locator("tbody tr"));
			const rows = await csvOf(page, link);
			expect(shown.map((cells) => cells.slice(0, 5))).toEqual(
				rows.map((row) => [
					row["value"],
					countOf(row["count"]),
					percentOf(row["percentage"]),
					countOf(row["pageviews"]),
					percentOf(row["bounce_rate"]),
				]),
			);
			return rows.length;
		};
		const all = await agrees();

		await page.getByRole("searchbox", { name: "Search Pages" }).fill("docs");
		await expect.poll(() => table.locator("tbody tr").count()).toBeLessThan(all);
		const found = await agrees();
		expect(found).toBeGreaterThan(1);

		await table.getByRole("rowheader").first().getByRole("button").click();
		await expect.poll(() => table.locator("tbody tr").count()).toBe(1);
		expect(await agrees()).toBe(1);
		await close();
	});

	it.each([
		["the overview", "", "Download", "menuitem"],
		["the settings", "/settings/exports", undefined, "link"],
	] as const)("is a document with pages, from %s", async (_, path, menu, role) => {
		const { page, close } = await openAt(`${path}?${PERIOD}`);
		if (menu) await page.getByRole("button", { name: menu, exact: true }).click();
		const link = page.getByRole(role, { name: menu ? "Report as PDF" : "PDF", exact: true });
		const bytes = readFileSync(await downloaded(page, link));
		expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
		const text = bytes.toString("latin1");
		const pages = text.match(/\/Type\s*\/Page\b/g) ?? [];
		expect(pages.length).toBeGreaterThan(0);
		expect(text.trimEnd()).toMatch(/%%EOF$/);
		await close();
	});

	describe("a download that fails", () => {
		const WITHIN_MS = 60_000;
		const EXPORT = /\/export\//;
		let proxy: BadAnswerProxy;
		beforeAll(async () => {
			proxy = await startBadAnswerProxy(product.url);
		});
		afterEach(() => proxy.heal());
		afterAll(() => proxy?.close());

		/** Whether the page handles a click on a link itself, which it does from a few seconds after it was opened. */
		const isFollowed = (link: Locator): Promise<boolean> =>
			link.evaluate((element) => {
				let isTaken = false;
				const onClick = (click: Event) => {
					isTaken = click.defaultPrevented;
					click.preventDefault();
				};
				addEventListener("click", onClick, { once: true });
				element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
				return isTaken;
			});
		const openBehindProxy = async () => {
			const opened = await openPage(browser, product, product.owner, { baseURL: proxy.url });
			await opened.page.goto(`/${product.siteId}/settings/exports?${PERIOD}`);
			await settled(opened.page);
			return opened;
		};
		const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

		it.each<[string, BadAnswer, string]>([
			[
				"the text of an API error",
				{ kind: "json", status: 503, body: { message: "Too many files", resolution: "Wait." } },
				"Too many files. Wait.",
			],
			[
				"a proxy's page as a missing response",
				{ kind: "page", status: 502 },
				"The server is not responding.",
			],
		])("shows the reason on the page: %s", async (_, bad, text) => {
			const { page, close } = await openBehindProxy();
			const before = page.url();
			proxy.fail(EXPORT, bad);
			const csv = link(page, "Sessions as CSV");
			await expect.poll(() => isFollowed(csv), { timeout: WITHIN_MS }).toBe(true);
			const message = page.getByRole("status").filter({ hasText: text });
			await message.waitFor({ timeout: WITHIN_MS });
			await message.getByRole("button", { name: "Dismiss" }).click();
			await csv.click();
			await message.waitFor({ timeout: WITHIN_MS });

			proxy.heal();
			const rows = await csvOf(page, csv);
			expect(rows.length).toBeGreaterThan(0);
			expect(page.url()).toBe(before);
			await close();
		});

		it("shows on the page that the server is unreachable", async () => {
			const { page, close } = await openBehindProxy();
			await page.route(EXPORT, (route) => route.abort("connectionrefused"));
			const csv = link(page, "Sessions as CSV");
			await expect.poll(() => isFollowed(csv), { timeout: WITHIN_MS }).toBe(true);
			const message = page.getByRole("status").filter({ hasText: "The server is not responding." });
			await message.waitFor({ timeout: WITHIN_MS });
			await close();
		});

		it("does not block another download", async () => {
			const { page, close } = await openBehindProxy();
			const csv = link(page, "Sessions as CSV");
			await expect.poll(() => isFollowed(csv), { timeout: WITHIN_MS }).toBe(true);
			const names: string[] = [];
			page.on("download", (file) => names.push(file.suggestedFilename().split(".").pop() ?? ""));
			for (const name of ["PDF", "Sessions as CSV", "Sessions as JSON"])
				await link(page, name).click();
			await expect
				.poll(() => names.sort(), { timeout: WITHIN_MS })
				.toEqual(expect.arrayContaining(["csv", "json", "pdf"]));
			await close();
		});

		it("is a failed download, not a shorter file, when the response is cut off", async () => {
			const { page, close } = await openBehindProxy();
			proxy.fail(EXPORT, { kind: "cut", afterBytes: 200 });
			const [download] = await Promise.all([
				page.waitForEvent("download"),
				link(page, "Sessions as CSV").click(),
			]);
			expect(await download.failure()).not.toBeNull();
			await close();
		});
	});
});
