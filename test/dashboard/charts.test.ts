import { readdir, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { canvasColours } from "./canvas-contrast.ts";
import { type Gallery, openGallery } from "./gallery.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const ASSETS = fileURLToPath(new URL("../../packages/dashboard/dist/assets", import.meta.url));

/** The result of `axe.run`, as far as a failure message needs it. */
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
		.locator(`${named("journeys")} :is(rect, li)`)
		.first()
		.waitFor();
	expect(errors).toEqual([]);
	return page;
};

/** The bytes in which the product serves a part: its build is another than the gallery's, and the one people load. */
const servedBytesOf = async (part: string): Promise<number> => {
	const names = (await readdir(ASSETS)).filter(
		(name) => name.startsWith(part) && name.endsWith(".br"),
	);
	expect(names).not.toEqual([]);
	const files = await Promise.all(names.map((name) => stat(join(ASSETS, name))));
	return files.reduce((sum, { size }) => sum + size, 0);
};

describeInChromium("the charts", () => {
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

	it("are redrawn when the colour scheme or the page's own choice changes", async () => {
		const shown = async () => (await canvasColours(page, DAYS)).map(({ colour }) => colour).sort();
		await open(1280, "dark");
		const dark = await shown();
		await page.close();
		await open(1280, "light");
		const light = await shown();
		expect(light).not.toEqual(dark);
		await page.emulateMedia({ colorScheme: "dark" });
		await expect.poll(shown).toEqual(dark);
		await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
		await expect.poll(shown).toEqual(light);
		await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
		await expect.poll(shown).toEqual(dark);
	});

	it("resize with the page", async () => {
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

	it("show a tooltip beside the column that covers no point, at any width", async () => {
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

	it("label a spike that exceeds the plot, and show its full height on request", async () => {
		await open(1280, "light");
		const panel = page.locator(`${SPIKE} .panel`);
		expect(await panel.locator("[data-part=peak]").allTextContents()).toEqual(["9,412"]);
		await panel.getByRole("button", { name: "Full height" }).click();
		expect(await panel.locator("[data-part=peak]").count()).toBe(0);
		expect(await panel.getByText("10,000").count()).toBe(1);
	});

	it("leave enough space for the names of the last pages of journeys", async () => {
		await open(1280, "light");
		const beyond = await page.locator(`${named("journeys")} svg`).evaluate((drawing) => {
			const { right } = drawing.getBoundingClientRect();
			return [...drawing.querySelectorAll("text")]
				.filter((text) => text.getBoundingClientRect().right > right)
				.map(({ textContent }) => textContent);
		});
		expect(beyond).toEqual([]);
	});

	it("load the map and the journeys only where they are shown, in few bytes", async () => {
		expect(await servedBytesOf("world-map")).toBeLessThanOrEqual(45_000);
		expect(await servedBytesOf("sankey")).toBeLessThanOrEqual(6_000);
	});
});
