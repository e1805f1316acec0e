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
 * Fails with every element that axe-core objects to.
 * @param rules only these; all when absent
 */
export const expectNoAxeViolations = async (
	page: Page,
	where: string,
	rules?: readonly string[],
): Promise<void> => {
	source ??= readFile(AXE, "utf8");
	if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await source);
	const { violations } = await page.evaluate(
		(options) => (globalThis as unknown as { axe: Axe }).axe.run(options),
		{
			resultTypes: ["violations"],
			...(rules && { runOnly: { type: "rule", values: [...rules] } }),
		},
	);
	const found = violations.map(({ id, nodes }) => [
		id,
		nodes.map(({ html, failureSummary }) => [html, failureSummary]),
	]);
	expect(found, where).toEqual([]);
};
