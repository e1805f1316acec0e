import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let source: Promise<string> | undefined;

/** The result of `axe.run`, as far as a failure message needs it. */
interface AxeResults {
	violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}
interface Axe {
	run(options: object): Promise<AxeResults>;
}

/**
 * Fails with every element to which axe-core keeps objecting: part of a page may be redrawn during a check.
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
