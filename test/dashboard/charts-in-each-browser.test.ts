import { inEachBrowser, type Journey } from "@footfall/testing/dashboard/in-each-browser";
import type { Visitor } from "@footfall/testing/dashboard/visitor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { colourCode, type ShownColour } from "./canvas-contrast.ts";
import { type Gallery, openGallery } from "./gallery.ts";

const DAYS = "comparison, unfinished day, annotations";
const named = (name: string) => `[data-state="${name}"]`;

let gallery: Gallery;
beforeAll(async () => {
	gallery = await openGallery();
});
afterAll(() => gallery?.close());

const open = async (journey: Journey): Promise<Visitor> => {
	const visitor = await journey.visitor(gallery.url);
	const isDrawn = `document.querySelector('${named("map")} path') !== null
		&& document.querySelector('${named("journeys")} :is(rect, li)') !== null`;
	await expect.poll(() => visitor.tab.evaluate(isDrawn)).toBe(true);
	return visitor;
};

const textOf = (visitor: Visitor, selector: string) => () =>
	visitor.tab.evaluate<string>(
		`(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`,
	);
const focus = (visitor: Visitor, selector: string) =>
	visitor.tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
const heightOf = (visitor: Visitor, selector: string) =>
	visitor.tab.evaluate<number>(
		`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().height`,
	);

inEachBrowser((journey) => {
	describe("the charts", () => {
		it.each(["light", "dark"])("are drawn in visible colours: %s", async (theme) => {
			const visitor = await open(journey);
			await visitor.tab.evaluate(
				`document.documentElement.setAttribute("data-theme", ${JSON.stringify(theme)})`,
			);
			const least = async () => {
				const colours = await visitor.tab.evaluate<ShownColour[]>(colourCode(named(DAYS)));
				return colours.length < 2 ? 0 : Math.min(...colours.map(({ contrast }) => contrast));
			};
			// At least two lines, each with a contrast of three to its background, once they are redrawn.
			await expect.poll(least).toBeGreaterThan(3);
		});

		it("are one tab stop that reads a bucket with each arrow key and filters to it", async () => {
			const visitor = await open(journey);
			const plot = `${named(DAYS)} [role=application]`;
			const said = textOf(visitor, `${named(DAYS)} [role=status]`);
			await focus(visitor, plot);
			// Browsers differ in the commas of a date.
			const plain = async () => (await said()).replaceAll(/(\w{3}),? (\d)/g, "$1 $2");
			await visitor.press("ArrowLeft");
			await expect.poll(plain).toBe("Today, so far: 39, Expected 269, Sun 25 Oct 251");
			await visitor.press("ArrowLeft");
			await expect
				.poll(plain)
				.toBe("Sat 21 Nov: 374, Sat 24 Oct 292, up 28%, Deployment: Version 2 for everybody");
			await visitor.press("Home");
			await expect.poll(plain).toContain("Mon 26 Oct: 437");
			await visitor.press("ArrowRight");
			await expect.poll(plain).toContain("Tue 27 Oct: 505");
			await visitor.press("Enter");
			await expect.poll(textOf(visitor, "#picked")).toBe("Picked: 1");
			await visitor.press("End");
			await expect.poll(said).toContain("Today");
			await visitor.press("Escape");
			await expect.poll(said).toBe("");
			const isFocused = `document.querySelector('${plot}') === document.activeElement`;
			expect(await visitor.tab.evaluate(isFocused)).toBe(false);
		});

		it("can be shown as a table of the same height as the plot", async () => {
			const visitor = await open(journey);
			const panel = `${named(DAYS)} .panel`;
			const before = await heightOf(visitor, panel);
			const state = visitor.within("region", DAYS);
			await state.click("button", "Table");
			const rows = (selector: string) =>
				visitor.tab.evaluate<string[]>(
					`[...document.querySelectorAll(${JSON.stringify(`${panel} ${selector}`)})].map((cell) => cell.textContent)`,
				);
			await expect.poll(() => rows("tbody tr")).toHaveLength(28);
			expect(await rows("thead th")).toEqual([
				"Date",
				"Sessions",
				expect.stringMatching(/^28 Sept? – 25 Oct$/),
				"Change",
				"Annotations",
			]);
			const friday = "tbody tr:nth-child(5)";
			expect(await rows(`${friday} :is(th, td)`)).toEqual([
				expect.stringMatching(/^Fri,? 30 Oct$/),
				"1,114",
				"317",
				"up 251%",
				"Launch on Hacker News",
			]);
			expect(await heightOf(visitor, panel)).toBe(before);
			await state.click("button", "Table");
			await expect.poll(() => rows("canvas")).toHaveLength(1);
		});

		it("read countries in descending order, and filter to one", async () => {
			const visitor = await open(journey);
			const said = textOf(visitor, `${named("map")} [role=status]`);
			await focus(visitor, `${named("map")} [role=application]`);
			await visitor.press("ArrowRight");
			await expect.poll(said).toBe("United States: 4,102 sessions");
			await visitor.press("ArrowRight");
			await expect.poll(said).toBe("Germany: 2,080 sessions");
			await visitor.press("End");
			await expect.poll(said).toBe("Kosovo: 4 sessions");
			await visitor.press("Enter");
			await expect.poll(textOf(visitor, "#country")).toBe("Country: XK");
		});

		it("filter on a click on a row, exclude it on a click with Alt, and change tabs with arrow keys", async () => {
			const visitor = await open(journey);
			const list = visitor.within("region", "Pages");
			const isPressed = () => list.attribute("aria-pressed", "button", /pricing/);
			await list.click("button", /pricing/);
			await expect.poll(isPressed).toBe("true");
			await list.click("button", /pricing/);
			await expect.poll(isPressed).toBe("false");
			await list.altClick("button", /pricing/);
			await expect.poll(isPressed).toBe("true");
			expect(await list.sees("button", /pricing/)).toContain("excluded");

			const chosen = () =>
				visitor.tab.evaluate<string>(
					"document.activeElement.closest('[role=tablist]').querySelector('[aria-selected=true]').textContent",
				);
			await list.click("tab", "Pages");
			await visitor.press("ArrowRight");
			await expect.poll(chosen).toBe("Entry");
			await visitor.press("End");
			await expect.poll(chosen).toBe("Exit");
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
		])("have the same height in every state: %s", async (_, states) => {
			const visitor = await open(journey);
			const heights: [string, number][] = [];
			for (const state of states)
				heights.push([state, await heightOf(visitor, `${named(state)} > :last-child`)]);
			const [, height = 0] = heights[0] ?? [];
			// Only WebKit rounds the height of a line of text.
			for (const [state, other] of heights)
				expect(Math.abs(other - height), state).toBeLessThanOrEqual(0.5);
		});
	});
});
