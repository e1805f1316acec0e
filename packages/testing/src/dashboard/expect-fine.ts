import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectNoAxeViolations } from "./axe.ts";

/** Accessible and without sideways scroll, wide and at 320 px, in both schemes. */
export const expectFine = async (page: Page, where: string): Promise<void> => {
	for (const width of [1280, 320]) {
		await page.setViewportSize({ width, height: 900 });
		await expect
			.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: where })
			.toBeLessThanOrEqual(width);
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await expectNoAxeViolations(page, `${where} at ${width}, ${colorScheme}`);
		}
	}
	await page.setViewportSize({ width: 1280, height: 900 });
	await page.emulateMedia({ colorScheme: "light" });
};
