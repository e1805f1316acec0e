import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { startSignedIn } from "./signed-in-product.mjs";
import { watchTable } from "./table-page.mjs";
import { fillPaths } from "./table-paths.mjs";

/**
 * How long people wait for the table of a site's pages with PATHS (10000) different paths within 28 days: until its rows
 * are painted, in a browser without a cache, and until a search has found others. ROUNDS (7), DIRECTORY (kept between
 * runs). Run after `npm run build`.
 */

const PATHS = Number(process.env.PATHS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const DIRECTORY = process.env.DIRECTORY ?? join(tmpdir(), `footfall-bench-table-${PATHS}`);
/** On a busy machine everything takes long, but is still measured. */
const PATIENCE_MS = 120_000;

await fillPaths(DIRECTORY, PATHS);
const { browser, storageState, site, end } = await startSignedIn(DIRECTORY);

/** Each round has a range and a search of its own: a response of the last half minute is cached and would be there at once. */
const visit = async (round) => {
	const context = await browser.newContext({
		storageState,
		viewport: { width: 1440, height: 900 },
		timezoneId: "UTC",
	});
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	await page.addInitScript(watchTable);
	await page.goto(`${site}/pages?range=${28 - (round % 14)}d&tz=UTC`);
	const timesWith = async (name) => {
		await page.waitForFunction((known) => globalThis.tableTimes[known] > 0, name);
		return page.evaluate(() => globalThis.tableTimes);
	};
	const { drawn } = await timesWith("drawn");
	const text = `length-${71 + round}`;
	await page.evaluate((sought) => globalThis.watchSearch(sought), text);
	await page.getByRole("searchbox").fill(text);
	const { typed, found } = await timesWith("found");
	await context.close();
	return { drawn, searched: found - typed };
};

try {
	const rounds = [];
	// The first visit warms the server up.
	for (let round = 0; round <= ROUNDS; round += 1) {
		const one = await visit(round);
		if (round > 0) rounds.push(one);
	}
	const row = (name, goal, of) => [name, goal, median(rounds.map(of)).toFixed(0)];
	printTable(
		`${PATHS.toLocaleString("en")} paths; medians of ${ROUNDS}, ms.`,
		["", "goal", "ms"],
		[
			row("rows after navigation", 1000, ({ drawn }) => drawn),
			row("a search after typing", 300, ({ searched }) => searched),
		],
	);
} finally {
	await end();
}
