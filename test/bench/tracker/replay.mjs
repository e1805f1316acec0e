import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * The cost of recording to the page: processor time, long tasks and bytes, beside the same page with the same tracker
 * and no recording, alternating. A visitor reads, points, scrolls and types; the page shows figures that change.
 * Arguments: rounds, seconds of each. Build first.
 */

const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 30);
const ROWS = 300;

const built = (name) =>
	readFileSync(new URL(`../../../packages/tracker/dist/${name}`, import.meta.url), "utf8");
const script = built("script.js").replace(
	"FOOTFALL_SETTINGS",
	JSON.stringify({
		siteId: "0123456789ab",
		trackInitialPageView: true,
		trackSpaNavigation: true,
		sessionReplay: true,
	}),
);

const page = (sampleRate) => `<!doctype html>
<meta charset="utf-8">
<title>Prices</title>
<style>td { padding: 2px 12px } .up { color: green } .down { color: red }</style>
<script src="/script.js" data-replay-sample-rate="${sampleRate}" defer></script>
<input id="search">
<table>${Array.from(
	{ length: ROWS },
	(_, row) =>
		`<tr><td>Share ${row}<td class="price">100.00<td class="up">+0.0 %<td><button>Buy</button>`,
).join("")}</table>
<script>
	const longTasks = [];
	new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
	const rows = document.querySelectorAll("tr");
	let tick = 0;
	setInterval(() => {
		for (let change = 0; change < 10; change++) {
			const row = rows[(tick * 7 + change * 31) % rows.length];
			const move = Math.sin(tick + change);
			row.cells[1].textContent = (100 + move).toFixed(2);
			row.cells[2].textContent = move.toFixed(1) + " %";
			row.cells[2].className = move < 0 ? "down" : "up";
		}
		tick++;
	}, 500);
</script>`;

let requests = 0;
let wireBytes = 0;
let characters = 0;
const server = createServer(async (request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	if (pathname.startsWith("/session-replay/")) {
		const body = Buffer.concat(chunks);
		requests++;
		wireBytes += body.length;
		characters += body[0] === 0x1f ? gunzipSync(body).length : body.length;
	}
	const isScript = pathname.endsWith(".js");
	response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8");
	if (pathname === "/script.js") response.end(script);
	else if (isScript) response.end(built(pathname.slice(1)));
	else if (pathname === "/") response.end(page(searchParams.get("rate")));
	else response.end('{"success":true}');
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});

/** A visit of this many seconds. Resolves to its cost to the page's process. */
const visit = async (sampleRate) => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	const tab = await context.newPage();
	const session = await context.newCDPSession(tab);
	await session.send("Performance.enable");
	const metrics = async () => {
		const { metrics: all } = await session.send("Performance.getMetrics");
		return Object.fromEntries(all.map(({ name, value }) => [name, value]));
	};
	await tab.goto(`${origin}/?rate=${sampleRate}`);
	const before = await metrics();
	const endsAt = Date.now() + SECONDS * 1000;
	for (let step = 0; Date.now() < endsAt; step++) {
		await tab.mouse.move(200 + ((step * 37) % 800), 100 + ((step * 53) % 600), { steps: 20 });
		if (step % 3 === 0) await tab.mouse.wheel(0, step % 2 ? -300 : 300);
		if (step % 5 === 0) {
			await tab.focus("#search");
			await tab.keyboard.type("share", { delay: 40 });
		}
		await tab.waitForTimeout(400);
	}
	const after = await metrics();
	const longTasks = await tab.evaluate("longTasks");
	await context.close();
	return {
		processorMs: (after.ProcessTime - before.ProcessTime) * 1000,
		scriptMs: (after.ScriptDuration - before.ScriptDuration) * 1000,
		longTasks: longTasks.length,
		longest: Math.max(0, ...longTasks),
		heapMegabytes: after.JSHeapUsedSize / 1e6,
	};
};

const runs = { unrecorded: [], recorded: [] };
await visit(0);
for (let round = 0; round < ROUNDS; round++) {
	runs.unrecorded.push(await visit(0));
	runs.recorded.push(await visit(100));
}
await browser.close();
server.close();

const minutes = SECONDS / 60;
const recordedMinutes = ROUNDS * minutes;
const perMinute = (sum) => sum / recordedMinutes;
const taken = Object.values(runs);
const row = (name, shown) => [
	name,
	...taken.map((visits) => shown((key) => median(visits.map((figure) => figure[key])))),
];
printTable(
	`Medians of ${ROUNDS} visits of ${SECONDS} s each, per minute of the visit.`,
	["", "without", "with recording"],
	[
		row("processor", (of) => `${(of("processorMs") / minutes).toFixed(0)} ms`),
		row("… in scripts", (of) => `${(of("scriptMs") / minutes).toFixed(0)} ms`),
		row("long tasks", (of) => (of("longTasks") / minutes).toFixed(1)),
		row("… the longest", (of) => `${of("longest").toFixed(0)} ms`),
		row("heap", (of) => `${of("heapMegabytes").toFixed(1)} MB`),
		[
			"sent",
			"",
			`${(perMinute(wireBytes) / 1000).toFixed(1)} kB in ${perMinute(requests).toFixed(1)} requests`,
		],
		["… before compression", "", `${(perMinute(characters) / 1000).toFixed(1)} kB`],
	],
);
