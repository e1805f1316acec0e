import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let source: Promise<string> | undefined;

/** What `axe.run` answers, as far as a failure is read. */
interface AxeResults {
	violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}
interface Axe {
	run(options: object): Promise<AxeResults>;
}

/**
 * Fails with every element that axe-core goes on to object to: part of a page may be drawn anew while it looks.
 * @param rules only these; all when absent
 */
export const expectNoAxeViolations = async (
	page: Page,
	where: string,
	rules?: readonly string[],
): Promise<void> => {
	source ??= readFile(AXE, "utf8");
	if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await source);
	const violations = async () => {
		const results = await page.evaluate(
			(options) => (globalThis as unknown as { axe: Axe }).axe.run(options),
			{
				resultTypes: ["violations"],
				...(rules && { runOnly: { type: "rule", values: [...rules] } }),
			},
		);
		return results.violations.map(({ id, nodes }) => [
			id,
			nodes.map(({ html, failureSummary }) => [html, failureSummary]),
		]);
	};
	await expect.poll(violations, { message: where }).toEqual([]);
};
