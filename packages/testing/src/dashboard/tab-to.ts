import type { Locator, Page } from "playwright-core";

/** From the beginning of a page, or of a dialog, to any element in it. */
const MOST_TABS = 150;

/** Presses Tab until the element has the focus, as people without a mouse do. @throws Error where it is not reached */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
	await target.waitFor();
	for (let tabs = 0; tabs < MOST_TABS; tabs++) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`The Tab key does not lead to ${target}`);
};
