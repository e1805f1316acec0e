import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { brotliBytes } from "../../../scripts/brotli-bytes.mjs";
import { exitByGoals } from "../measuring/goals.mjs";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { measureCalls } from "./calls.mjs";
import { isSettingsRequest, peers, UMAMI } from "./peers.mjs";

/**
 * The cost of the built scripts to the pages that load them, beside an empty script and the scripts of other products
 * in the same run: medians over alternating pages, on a processor of a quarter of this one's speed. Build first.
 * Parameters: rounds, and pages for the calls of `calls.mjs`, which follow.
 *
 * Goals are measured at full speed. The browser slows a page by stopping its thread again and again, so that the same
 * script takes 35 ms or 75, and stops come between evaluation and view. At full speed the thread's CPU time is counted,
 * which leaves other programs out: medians of one script, measured twice in a run, differed by up to 8 % at loads of 7
 * to 15 on two cores. Hence the tolerance of 10 %. Until the view leaves, the page is idle: only wall time applies.
 */

const ROUNDS = Number(process.argv[2] ?? 8);
const CALL_PAGES = Number(process.argv[3] ?? 9);
const CPU_THROTTLING = 4;
/** Longer than the window in which events gather, so that the page is idle again. */
const QUIET_MS = 400;
const MAX_TIMES_UMAMI = 1.1;
const MAX_UNTIL_VIEW_MS = 10;

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
const EMPTY = "an empty script";
const CORE = "script-core.js";
const ours = {
	[CORE]: built(CORE),
	"script-health.js": built("script-health.js", { trackErrors: true }),
	"script.js, all but vitals": built("script.js", everything),
};
const scripts = { [EMPTY]: "", ...ours, ...(await peers()) };
/** The scripts that are also measured at full speed. */
const compared = [...Object.keys(ours), UMAMI];

const server = createServer((request, response) => {
	const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://localhost");
	response.setHeader("Cache-Control", "no-store");
	if (pathname === "/track") {
		request.resume();
		response.writeHead(204).end();
		return;
	}
	if (isSettingsRequest(pathname)) {
		response.setHeader("Content-Type", "application/json").end("{}");
		return;
	}
	const isScript = pathname === "/script.js";
	response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8");
	// Nothing precedes or follows a script: its hints to the compiler have to be in its first line.
	response.end(
		isScript
			? scripts[searchParams.get("name") ?? ""]
			: `<!doctype html><title>A page</title><p>Words</p><script src="/script.js${search.replaceAll("&", "&amp;")}" data-site-id="1" data-website-id="1"></script>`,
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

/** Runs in the page, before its scripts: writes into the trace when the first event leaves, and counts long tasks. */
const observe = () => {
	let tell;
	window.sent = new Promise((done) => {
		tell = done;
	});
	const noted = (address) => {
		if (!tell || !`${address}`.endsWith("/track")) return;
		tell();
		tell = undefined;
		console.timeStamp(`first event ${location.search}`);
	};
	const { fetch } = window;
	window.fetch = (...request) => {
		noted(request[0]);
		return fetch(...request);
	};
	const { sendBeacon } = navigator;
	navigator.sendBeacon = (...request) => {
		noted(request[0]);
		return sendBeacon.apply(navigator, request);
	};
	window.longTasks = 0;
	new PerformanceObserver((list) => {
		window.longTasks += list.getEntries().length;
	}).observe({ type: "longtask", buffered: true });
};

let visits = 0;

/**
 * Opens a page with the script, waits for its first event and, if it is slowed, until it is idle, and returns the cost;
 * the trace has the rest.
 */
const visit = async (name, throttling) => {
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.addInitScript(observe);
	const devtools = await context.newCDPSession(page);
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: throttling });
	const search = `?${new URLSearchParams({ name, visit: `${++visits}` })}`;
	await page.goto(`http://127.0.0.1:${server.address().port}/${search}`);
	if (scripts[name]) await page.evaluate("sent");
	if (throttling === 1) {
		await context.close();
		return { name, throttling, search };
	}
	await page.waitForTimeout(QUIET_MS);
	const longTasks = await page.evaluate("longTasks");
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
	await devtools.send("HeapProfiler.collectGarbage");
	const { usedSize } = await devtools.send("Runtime.getHeapUsage");
	await context.close();
	return { name, throttling, search, heapKb: usedSize / 1024, longTasks };
};

/** Adds the times of a visit from the trace, which has them in microseconds. */
const withTimes = (visited, traceEvents) => {
	const evaluation = traceEvents.find(
		({ name, args }) =>
			name === "EvaluateScript" && args.data?.url?.endsWith(`/script.js${visited.search}`),
	);
	const sent = traceEvents.find(
		({ name, args }) =>
			name === "TimeStamp" && args.data?.message === `first event ${visited.search}`,
	);
	if (!evaluation) throw new Error(`The trace has no evaluation of ${visited.name}`);
	const evaluationMs = evaluation.dur / 1000;
	const firstEventMs = ((sent?.ts ?? Number.NaN) - evaluation.ts) / 1000;
	return {
		...visited,
		evaluationMs,
		evaluationCpuMs: evaluation.tdur / 1000,
		firstEventMs,
		untilEventMs: firstEventMs - evaluationMs,
	};
};

const results = [];
// The first page of a browser pays for resources that later ones share.
await visit(EMPTY, 1);
for (let round = 0; round < ROUNDS; round++) {
	const visited = [];
	await browser.startTracing(undefined, { categories: ["devtools.timeline"] });
	for (const name of Object.keys(scripts)) visited.push(await visit(name, CPU_THROTTLING));
	for (const name of [...compared, ...compared]) visited.push(await visit(name, 1));
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
	results.push(...visited.map((one) => withTimes(one, traceEvents)));
}
await browser.close();
server.close();
server.closeAllConnections();

const visitsOf = (script, throttling) =>
	results.filter((one) => one.name === script && one.throttling === throttling);
const medianOf = (script, what, throttling = CPU_THROTTLING) =>
	median(visitsOf(script, throttling).map((one) => one[what]));
const shown = (number, digits) => (Number.isNaN(number) ? "–" : number.toFixed(digits));

printTable(
	`Medians of ${ROUNDS} pages each in turns, processor slowed ${CPU_THROTTLING} times; heap beyond that of the empty script.`,
	["script", "brotli, bytes", "evaluation, ms", "first event after, ms", "heap, kB", "long tasks"],
	Object.keys(scripts).map((name) => [
		name,
		brotliBytes(scripts[name]),
		shown(medianOf(name, "evaluationMs"), 1),
		shown(medianOf(name, "firstEventMs"), 0),
		shown(medianOf(name, "heapKb") - medianOf(EMPTY, "heapKb"), 0),
		visitsOf(name, CPU_THROTTLING).reduce((sum, { longTasks }) => sum + longTasks, 0),
	]),
);

const timesUmami = (name) =>
	medianOf(name, "evaluationCpuMs", 1) / medianOf(UMAMI, "evaluationCpuMs", 1);
printTable(
	`${2 * ROUNDS} pages each at full speed, evaluation in CPU time; goals: ${CORE} takes at most ${MAX_TIMES_UMAMI} times as long as Umami's, and each of ours sends its first view within ${MAX_UNTIL_VIEW_MS} ms of its evaluation.`,
	["script", "evaluation, ms", "÷ Umami", "then first view after, ms", "… slowed, ms"],
	compared.map((name) => [
		name,
		shown(medianOf(name, "evaluationCpuMs", 1), 1),
		shown(timesUmami(name), 2),
		shown(medianOf(name, "untilEventMs", 1), 1),
		shown(medianOf(name, "untilEventMs"), 0),
	]),
);
const areScriptsFast =
	timesUmami(CORE) <= MAX_TIMES_UMAMI &&
	Object.keys(ours).every((name) => medianOf(name, "untilEventMs", 1) <= MAX_UNTIL_VIEW_MS);
const areCallsFast = await measureCalls(CALL_PAGES);
exitByGoals(areScriptsFast && areCallsFast);
