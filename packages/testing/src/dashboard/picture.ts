import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";

/** Takes a picture of the whole page where `FOOTFALL_PICTURES` names a directory. */
export const picture = async (page: Page, name: string): Promise<void> => {
	const directory = process.env["FOOTFALL_PICTURES"];
	if (directory === undefined) return;
	mkdirSync(directory, { recursive: true });
	await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
};
