import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { exitByGoals } from "../measuring/goals.mjs";
import { printTable } from "../measuring/table.mjs";
import { startSoakServers } from "./soak-servers.mjs";

/**
 * Whether each event arrives while a blocker comes and goes: in each engine several windows send some events a second,
 * navigate within their pages, and go to another page from time to time, while requests to the collector alternately
 * fail for a few seconds, in several ways, and succeed for a few. Then the blocker is gone, the windows are closed, and
 * one more page delivers what the others have kept. SECONDS (600) are for each engine, WINDOWS (3) are open side by
 * side, STAY_SECONDS (20) are for each page; ENGINES (all) lists the engines to run. Build first.
 */

const EVENT_EVERY_MS = 300;
const LAST_PAGE_MS = 20_000;
const LOOK_MS = 250;
const STEP_MS = 120_000;
/** Tracker code in one turn of a page, beyond the time that this process, which is idle, had to wait for a core. */
const MAX_OWN_BLOCK_MS = 200;
const SHOWN = 5;

const seconds = Number(process.env.SECONDS ?? 600);
const windows = Number(process.env.WINDOWS ?? 3);
const staySeconds = Number(process.env.STAY_SECONDS ?? 20);
const wanted = process.env.ENGINES?.split(",");

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const script = readFileSync(at("../../../packages/tracker/dist/script-core.js"), "utf8").replace(
	"FOOTFALL_SETTINGS",
	'{"siteId":"1"}',
);
const { module } = await runnerImport(
	fileURLToPath(import.meta.resolve("@footfall/testing/browser/engines/engines")),
	{ configFile: false, logLevel: "error" },
);

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
/** A step that never ends must not block the others forever. */
const bounded = (step) =>
	Promise.race([
		step,
		pause(STEP_MS).then(() => {
			throw new Error(`A step took more than ${STEP_MS} ms`);
		}),
	]);

/** Stops a window's activity. Remote control fails while the window navigates, so it retries. */
const finish = async (tab, tries = 5) => {
	try {
		return JSON.parse(await bounded(tab.evaluate("finish()")));
	} catch (fault) {
		if (tries === 1) throw fault;
		await pause(LOOK_MS);
		return finish(tab, tries - 1);
	}
};

/** What the tracker has stored for later pages, as JSON. */
const KEPT = `JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith("footfall-outbox")))`;

const measure = async (engine) => {
	const servers = await startSoakServers(script, {
		eventEveryMs: EVENT_EVERY_MS,
		stayMs: staySeconds * 1000,
	});
	const browser = await bounded(engine.launch());
	const tabs = [];
	for (let window = 0; window < windows; window++)
		tabs.push(await bounded(browser.openWindow(`${servers.origin}/page?window=${window}&load=1`)));
	const lateness = monitorEventLoopDelay();
	lateness.enable();
	await pause(seconds * 1000);
	lateness.disable();
	const lateMs = lateness.max / 1e6;

	servers.unblock();
	const finished = [];
	for (const tab of tabs) finished.push(await finish(tab));
	for (const tab of tabs) await bounded(tab.close());
	const numbers = finished.flatMap(({ sent }) =>
		Object.entries(sent).flatMap(([page, count]) =>
			Array.from({ length: count }, (_, index) => [page, index + 1]),
		),
	);
	const missing = () => numbers.filter(([page, nth]) => !servers.hasArrived(page, nth));

	const last = await bounded(browser.openWindow(`${servers.origin}/last`));
	const kept = async () => JSON.parse(await bounded(last.evaluate(KEPT)));
	const deadline = performance.now() + LAST_PAGE_MS;
	while (performance.now() < deadline && (missing().length > 0 || (await kept()).length > 0))
		await pause(LOOK_MS);
	const left = await kept();
	const lost = missing();
	await bounded(browser.close());
	servers.close();

	const longest = (kind) => Math.max(...finished.map((one) => one.longest[kind]));
	for (const [page, nth] of lost.slice(0, SHOWN)) {
		const { sent } = finished.find((one) => page in one.sent);
		console.error(
			`${engine.name}: event ${nth} of ${sent[page]} of page ${page} is missing; its last request: ${servers.outcome(page, nth)}`,
		);
	}
	if (servers.altered.length > 0)
		console.error(`${engine.name}: altered: ${servers.altered.slice(0, SHOWN).join("; ")}`);
	return {
		row: [
			engine.name,
			finished.reduce((sum, { sent }) => sum + Object.keys(sent).length, 0),
			numbers.length,
			numbers.length - lost.length,
			lost.length,
			servers.altered.length,
			servers.repeated(),
			longest("block").toFixed(0),
			longest("own").toFixed(0),
			lateMs.toFixed(0),
			left.reduce((sum, [, text]) => sum + text.length, 0),
		],
		isFine:
			numbers.length > 0 &&
			lost.length === 0 &&
			servers.altered.length === 0 &&
			left.length === 0 &&
			longest("own") <= MAX_OWN_BLOCK_MS + lateMs,
	};
};

const rows = [];
let isFine = true;
for (const engine of module.engines) {
	if (wanted && !wanted.includes(engine.name)) continue;
	const missing = engine.missing();
	if (missing) {
		console.error(`${engine.name}: left out, because there is ${missing.reason}`);
		continue;
	}
	const measured = await measure(engine);
	rows.push(measured.row);
	isFine &&= measured.isFine;
}
printTable(
	`${windows} windows for ${seconds} s in each engine, with a blocker that comes and goes; goals: nothing missing, altered or left, and at most ${MAX_OWN_BLOCK_MS} ms of the tracker at once, beyond what the bench itself waits for a core.`,
	[
		"engine",
		"pages",
		"sent",
		"arrived",
		"missing",
		"altered",
		"repeated",
		"longest block, ms",
		"of the tracker, ms",
		"of the bench, ms",
		"left, characters",
	],
	rows,
);
exitByGoals(isFine);
process.exit();
