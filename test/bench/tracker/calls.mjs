import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";

const CALLS = 2000;
const GOAL_MS = 30;

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const script = readFileSync(at("../../../packages/tracker/dist/script-core.js"), "utf8").replace(
	"FOOTFALL_SETTINGS",
	'{"siteId":"0123456789ab"}',
);
const { module } = await runnerImport(
	fileURLToPath(import.meta.resolve("@footfall/testing/browser/engines/engines")),
	{ configFile: false, logLevel: "error" },
);

/**
 * Measures how long 2,000 calls of `event()` in a row keep a page busy, in each engine: medians over alternating pages.
 * Resolves to whether the goal is reached.
 */
export const measureCalls = async (pages) => {
	const server = createServer((request, response) => {
		request.resume();
		if (request.url === "/track") response.writeHead(204).end();
		else if (request.url === "/script.js")
			response.setHeader("content-type", "text/javascript").end(script);
		else
			response
				.setHeader("content-type", "text/html; charset=utf-8")
				.end('<!doctype html><title>A page</title><script src="/script.js"></script>');
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${server.address().port}/`;

	const browsers = [];
	for (const engine of module.engines) {
		const missing = engine.missing();
		if (missing) console.error(`${engine.name}: left out, because there is ${missing.reason}`);
		else browsers.push({ name: engine.name, browser: await engine.launch(), taken: [] });
	}
	for (let page = 0; page < pages; page++)
		for (const { browser, taken } of browsers) {
			const tab = await browser.open(url);
			taken.push(
				await tab.evaluate(`(() => {
					const began = performance.now();
					for (let call = 0; call < ${CALLS}; call++) footfall.event("call", { call });
					return performance.now() - began;
				})()`),
			);
			await tab.close();
		}
	for (const { browser } of browsers) await browser.close();
	server.close();
	server.closeAllConnections();

	printTable(
		`${CALLS} calls of \`event()\` in a row, ${pages} pages in turns; goal ${GOAL_MS} ms in each engine.`,
		["engine", "median, ms", "at most, ms"],
		browsers.map(({ name, taken }) => [
			name,
			median(taken).toFixed(0),
			Math.max(...taken).toFixed(0),
		]),
	);
	return browsers.every(({ taken }) => median(taken) <= GOAL_MS);
};
