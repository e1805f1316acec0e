import type { Locator, Page } from "playwright-core";
import { eventually } from "../eventually.ts";
import { settled } from "./settled.ts";

/** The number at the start of a text such as `1,907` or `42.3%`; NaN for a text without one. */
export const numberIn = (text: string | undefined): number =>
	Number.parseFloat((text ?? "").replaceAll(",", "") || "NaN");

/** The figures of a strip, once it has them, as shown: `{ Sessions: "1,907" }`. */
export const figuresIn = async (strip: Locator): Promise<Record<string, string>> => {
	const children = strip.locator("> *");
	const texts = await eventually(
		() => children.allInnerTexts(),
		(all) => all.length > 0 && all.every((text) => text.includes("\n")),
	);
	const figures: Record<string, string> = {};
	for (const text of texts) {
		const [label, value] = text.split("\n").map((line) => line.trim());
		if (label && value && /\d|–/.test(value)) figures[label] ??= value;
	}
	return figures;
};

/** A table, as shown: each row's cells by the head of their column, and its name. */
export interface ShownTable {
	heads: string[];
	rows: Record<string, string>[];
}

/** The first line of each cell: what follows is a mark or a second line. */
const readTable = (table: Locator): Promise<ShownTable> =>
	table.evaluate((element) => {
		const first = (cell: Element) => (cell as HTMLElement).innerText.trim().split("\n")[0] ?? "";
		const heads = [...element.querySelectorAll("thead th")].map(first);
		const rows = [...element.querySelectorAll("tbody tr")].map((row) =>
			Object.fromEntries([...row.children].map((cell, index) => [heads[index] ?? "", first(cell)])),
		);
		return { heads, rows };
	});

/** A table, once each of its rows has numbers. */
export const tableIn = (table: Locator): Promise<ShownTable> =>
	eventually(
		() => readTable(table),
		({ rows }) =>
			rows.every((row) =>
				Object.values(row)
					.slice(1)
					.some((text) => /\d/.test(text)),
			),
	);

/** Opens a page and waits until everything on it is drawn, also what is loaded only when it comes near. */
export const openWhole = async (page: Page, path: string): Promise<void> => {
	await page.goto(path);
	await settled(page);
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
	await settled(page);
};
