import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { brotliBytes } from "../../../scripts/brotli-bytes.mjs";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { peers } from "./peers.mjs";

/**
 * What the built scripts cost the pages that load them, on a processor of a quarter of this one's speed and beside an
 * empty script and the scripts of other products in the same run: medians over pages that take turns. Build first.
 */

const ROUNDS = Number(process.argv[2] ?? 15);
const CPU_THROTTLING = 4;
/** Longer than the window in which events gather, so that a page has become quiet. */
const QUIET_MS = 600;

const built = (name, settings) =>
	readFileSync(new URL(`../../../packages/tracker/dist/${name}`, import.meta.url), "utf8").replace(
		"FOOTFALL_SETTINGS",
		JSON.stringify({ siteId: "0123456789ab", ...settings }),
	);
const everything = {
	trackInitialPageView: true,
	trackSpaNavigation: true,
	trackUrlParams: true,
	trackOutbound: true,
	trackDownloads: true,
	trackButtonClicks: true,
	trackCopy: true,
	trackFormInteractions: true,
	trackErrors: true,
};
const scripts = {
	"an empty script": "",
	"script-core.js": built("script-core.js"),
	"script-health.js": built("script-health.js", { trackErrors: true }),
	"script.js, all but vitals": built("script.js", everything),
	...(await peers()),
};

const server = createServer((request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
	if (pathname === "/track") {
		request.resume();
		response.writeHead(204).end();
		return;
	}
	const isScript = pathname === "/script.js";
	response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8");
	const name = searchParams.get("name") ?? "";
	response.end(
		isScript
			? `begunAt=performance.now();${scripts[name]}`
			: `<!doctype html><title>A page</title><p>Words</p><script src="/script.js?name=${encodeURIComponent(name)}" data-site-id="1" data-website-id="1"></script>`,
	);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

const browser = await chromium.launch({
	executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
	args: [
		"--no-sandbox",
		"--disable-gpu",
		"--disable-background-networking",
		"--no-first-run",
		"--disable-blink-features=AutomationControlled",
	],
});

/** Opens a page with the script, and tells what it cost. */
const visit = async (name) => {
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.addInitScript(() => {
		const { fetch } = window;
		window.fetch = (...request) => {
			window.firstEventAt ??= performance.now();
			return fetch(...request);
		};
		window.longTasks = 0;
		new PerformanceObserver((list) => {
			window.longTasks += list.getEntries().length;
		}).observe({ type: "longtask", buffered: true });
	});
	const devtools = await context.newCDPSession(page);
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_THROTTLING });
	await browser.startTracing(page, { categories: ["devtools.timeline"] });
	await page.goto(`http://127.0.0.1:${server.address().port}/?name=${encodeURIComponent(name)}`);
	await page.waitForTimeout(QUIET_MS);
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
	const evaluation = traceEvents.find(
		(event) => event.name === "EvaluateScript" && event.args.data?.url?.includes("/script.js"),
	);
	await devtools.send("HeapProfiler.collectGarbage");
	const { usedSize } = await devtools.send("Runtime.getHeapUsage");
	const [firstEventMs, longTasks] = await page.evaluate(() => [
		(window.firstEventAt ?? Number.NaN) - window.begunAt,
		window.longTasks,
	]);
	await context.close();
	return {
		evaluationMs: (evaluation?.dur ?? Number.NaN) / 1000,
		firstEventMs,
		heapKb: usedSize / 1024,
		longTasks,
	};
};

const results = new Map(Object.keys(scripts).map((name) => [name, []]));
// The first page of a browser pays for what the later ones share.
await visit("an empty script");
for (let round = 0; round < ROUNDS; round++)
	for (const [name, visits] of results) visits.push(await visit(name));
await browser.close();
server.close();
server.closeAllConnections();

const medianOf = (visits, what) => median(visits.map((visit) => visit[what]));
const empty = results.get("an empty script") ?? [];
const shown = (number, digits) => (Number.isNaN(number) ? "–" : number.toFixed(digits));

printTable(
	`Medians of ${ROUNDS} pages each in turns, processor slowed ${CPU_THROTTLING} times; heap beyond that of the empty script.`,
	["script", "brotli, bytes", "evaluation, ms", "first event after, ms", "heap, kB", "long tasks"],
	[...results].map(([name, visits]) => [
		name,
		brotliBytes(scripts[name]),
		shown(medianOf(visits, "evaluationMs"), 1),
		shown(medianOf(visits, "firstEventMs"), 0),
		shown(medianOf(visits, "heapKb") - medianOf(empty, "heapKb"), 0),
		visits.reduce((sum, { longTasks }) => sum + longTasks, 0),
	]),
);
