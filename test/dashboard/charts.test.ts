import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "@footfall/testing/browser/engines/chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { describeWithEngine } from "@footfall/testing/require-engine";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { canvasColours } from "./canvas-contrast.ts";
import { type Gallery, openGallery } from "./gallery.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What `axe.run` answers, as far as a failure is read. */
interface AxeResults {
	violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

const named = (name: string) => `[data-state="${name}"]`;
const DAYS = named("comparison, unfinished day, annotations");
const SPIKE = named("a spike that would flatten the rest");
const LINES = named("several lines");

let browser: Browser;
let gallery: Gallery;
let page: Page;

const open = async (
	width: number,
	colorScheme: "light" | "dark",
	options: { hasTouch?: boolean } = {},
): Promise<Page> => {
	page = await browser.newPage({
		viewport: { width, height: 900 },
		colorScheme,
		deviceScaleFactor: 2,
		reducedMotion: "reduce",
		...options,
	});
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(error.message));
	page.on("console", (message) => {
		if (message.text().includes("Content Security Policy")) errors.push(message.text());
	});
	await page.goto(gallery.url);
	await page
		.locator(`${named("map")} path`)
		.first()
		.waitFor();
	await page
		.locator(`${named("journeys")} rect`)
		.first()
		.waitFor();
	expect(errors).toEqual([]);
	return page;
};

const brotliOf = async (part: string): Promise<number> => {
	const assets = join(gallery.folder, "assets");
	const names = (await readdir(assets)).filter((name) => name.startsWith(part));
	expect(names).not.toEqual([]);
	const files = await Promise.all(names.map((name) => readFile(join(assets, name))));
	return files.reduce((sum, file) => sum + brotliCompressSync(file).byteLength, 0);
};

describeWithEngine("the charts", chromium.missing(), () => {
	beforeAll(async () => {
		gallery = await openGallery();
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		await gallery?.close();
	});
	afterEach(() => page?.close());

	describe.each([1280, 320])("at a width of %d", (width) => {
		describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
			it("are accessible, readable, and do not scroll the page sideways", async () => {
				await open(width, scheme);
				expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

				await page.evaluate(await readFile(AXE, "utf8"));
				const { violations } = await page.evaluate(() =>
					(globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
				);
				expect(
					violations.map(({ id, nodes }) => [
						id,
						nodes.map(({ html, failureSummary }) => [html, failureSummary]),
					]),
				).toEqual([]);

				for (const [chart, most] of [
					[DAYS, 2],
					[SPIKE, 2],
					[LINES, 6],
					[named("a limit, and days without a measurement"), 2],
				] as const) {
					const colours = await canvasColours(page, chart);
					expect(colours.length, chart).toBe(most);
					expect(Math.min(...colours.map(({ contrast }) => contrast)), chart).toBeGreaterThan(3);
				}
			});
		});
	});

	it("are drawn anew when the scheme or the page's own choice changes", async () => {
		await open(1280, "light");
		const shown = async () => (await canvasColours(page, DAYS)).map(({ colour }) => colour).sort();
		const light = await shown();
		await page.emulateMedia({ colorScheme: "dark" });
		await expect.poll(shown).not.toEqual(light);
		const dark = await shown();
		await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
		await expect.poll(shown).toEqual(light);
		await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
		await expect.poll(shown).toEqual(dark);
	});

	it("follow the width of the page", async () => {
		await open(1280, "light");
		const canvas = page.locator(`${DAYS} canvas`);
		const plot = page.locator(`${DAYS} [role=application]`);
		await page.setViewportSize({ width: 500, height: 900 });
		await expect
			.poll(async () => {
				const [drawn, around] = [await canvas.boundingBox(), await plot.boundingBox()];
				return (drawn?.width ?? 0) - (around?.width ?? 0);
			})
			// The edge that lines at the border need.
			.toBeCloseTo(16, 1);
	});

	describe("by keyboard", () => {
		it("are one stop that reads a bucket with each key and filters to it", async () => {
			await open(1280, "light");
			const plot = page.locator(`${DAYS} [role=application]`);
			const said = page.locator(`${DAYS} [role=status]`);
			await plot.focus();
			await page.keyboard.press("ArrowLeft");
			await expect
				.poll(() => said.textContent())
				.toBe("Today, so far: 39, Expected 269, Sun 25 Oct 251");
			await page.keyboard.press("ArrowLeft");
			await expect
				.poll(() => said.textContent())
				.toBe("Sat 21 Nov: 374, Sat 24 Oct 292, up 28%, Version 2 for everybody");
			await page.keyboard.press("Home");
			await expect.poll(() => said.textContent()).toContain("Mon 26 Oct: 437");
			await page.keyboard.press("ArrowRight");
			await expect.poll(() => said.textContent()).toContain("Tue 27 Oct: 505");
			await page.keyboard.press("Enter");
			await expect.poll(() => page.textContent("#picked")).toBe("Picked: 1");
			await page.keyboard.press("End");
			await expect.poll(() => said.textContent()).toContain("Today");
			await page.keyboard.press("Escape");
			await expect.poll(() => said.textContent()).toBe("");
			expect(await plot.evaluate((element) => element === document.activeElement)).toBe(false);
		});

		it("have a table in the place of the plot, as high as that", async () => {
			await open(1280, "light");
			const panel = page.locator(`${DAYS} .panel`);
			const before = await panel.boundingBox();
			const button = panel.getByRole("button", { name: "Table" });
			await button.focus();
			await page.keyboard.press("Enter");
			expect(await panel.locator("tbody tr").count()).toBe(28);
			expect(await panel.locator("thead th").allTextContents()).toEqual([
				"Date",
				"Sessions",
				"28 Sept – 25 Oct",
				"Change",
				"Notes",
			]);
			const friday = panel.locator("tbody tr").nth(4);
			expect(await friday.locator("th, td").allTextContents()).toEqual([
				"Fri 30 Oct",
				"1,114",
				"317",
				"up 251%",
				"Launch on Hacker News",
			]);
			expect((await panel.boundingBox())?.height).toBe(before?.height);
			await page.keyboard.press("Enter");
			expect(await panel.locator("canvas").count()).toBe(1);
		});

		it("read countries from the most to the least, and filter to one", async () => {
			await open(1280, "light");
			const said = page.locator(`${named("map")} [role=status]`);
			await page.locator(`${named("map")} [role=application]`).focus();
			await page.keyboard.press("ArrowRight");
			await expect.poll(() => said.textContent()).toBe("United States: 4,102 sessions");
			await page.keyboard.press("ArrowRight");
			await expect.poll(() => said.textContent()).toBe("Germany: 2,080 sessions");
			await page.keyboard.press("End");
			await expect.poll(() => said.textContent()).toBe("Kosovo: 4 sessions");
			await page.keyboard.press("Enter");
			await expect.poll(() => page.textContent("#country")).toBe("Country: XK");
		});
	});

	it("tell a column beside it, without covering a point, at any width", async () => {
		for (const width of [1280, 320]) {
			await open(width, "light");
			const plot = page.locator(`${DAYS} [role=application]`);
			await plot.scrollIntoViewIfNeeded();
			const box = await plot.boundingBox();
			if (!box) throw new Error("no plot");
			for (const share of [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1]) {
				await page.mouse.move(box.x + 1 + share * (box.width - 2), box.y + box.height / 2);
				const isClear = () =>
					plot.evaluate((element) => {
						const tooltip = element.querySelector("[data-part=tooltip]")?.getBoundingClientRect();
						if (!tooltip) return "no tooltip";
						const dots = [...element.querySelectorAll("i[style*='line-color']")]
							.map((dot) => dot.getBoundingClientRect())
							.filter((dot) => dot.left < tooltip.right && dot.right > tooltip.left);
						return !dots.some((dot) => dot.top < tooltip.bottom && dot.bottom > tooltip.top);
					});
				await expect.poll(isClear, { message: `${share} of ${width}` }).toBe(true);
			}
			await page.close();
		}
	});

	it("name a spike that leaves the plot, and show its full height when asked", async () => {
		await open(1280, "light");
		const panel = page.locator(`${SPIKE} .panel`);
		expect(await panel.locator("[data-part=peak]").allTextContents()).toEqual(["9,412"]);
		await panel.getByRole("button", { name: "Full height" }).click();
		expect(await panel.locator("[data-part=peak]").count()).toBe(0);
		expect(await panel.getByText("10,000").count()).toBe(1);
	});

	it("filter by a click on a row, leave it out with Alt, and change tabs by arrows", async () => {
		await open(1280, "light");
		const list = page.getByRole("region", { name: "Pages", exact: true });
		const pricing = list.getByRole("button", { name: /pricing/ });
		await pricing.click();
		expect(await pricing.getAttribute("aria-pressed")).toBe("true");
		await pricing.click();
		expect(await pricing.getAttribute("aria-pressed")).toBe("false");
		await pricing.click({ modifiers: ["Alt"] });
		expect(await pricing.getAttribute("aria-pressed")).toBe("true");
		expect(await pricing.innerText()).toContain("excluded");
		await pricing.press("Enter");
		await pricing.press("Alt+Enter");
		expect(await pricing.innerText()).toContain("excluded");

		await list.getByRole("tab", { name: "Pages" }).focus();
		await page.keyboard.press("ArrowRight");
		expect(await list.getByRole("tab", { selected: true }).innerText()).toBe("Entry");
		await page.keyboard.press("End");
		expect(await list.getByRole("tab", { selected: true }).innerText()).toBe("Exit");
	});

	it.each([
		[
			"lists",
			[
				"rows are filters",
				"three rows, as high as eight",
				"refetching list",
				"loading list",
				"empty list",
				"failed list",
			],
		],
		["figures", ["six, one chosen", "loading figures", "refetching figures"]],
		["plots", ["a rate", "loading", "refetching", "nothing matches", "failed"]],
	])("are equally high in every state: %s", async (_, states) => {
		await open(1280, "light");
		const heights = await Promise.all(
			states.map(async (state) => {
				const box = await page.locator(`${named(state)} > :last-child`).boundingBox();
				return [state, box?.height];
			}),
		);
		expect(heights).toEqual(states.map((state) => [state, heights[0]?.[1]]));
	});

	it("load the map and the journeys only where they are shown, in few bytes", async () => {
		expect(await brotliOf("world-map")).toBeLessThanOrEqual(45_000);
		expect(await brotliOf("sankey")).toBeLessThanOrEqual(6_000);
	});
});
