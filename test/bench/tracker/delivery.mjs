import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { exitByGoals } from "../measuring/goals.mjs";
import { printTable } from "../measuring/table.mjs";
import { ANSWER_MS, startServers } from "./delivery-servers.mjs";

/**
 * How many of the final records of page leaves arrive at a slow server of another origin: the tracker's, and beside it,
 * from the same pages, those of a script that sends `application/json`, which needs a preflight. Besides, pages that
 * are hidden and whose browser is killed right after, as phones do: no request that waits for an answer is sent any
 * more. LEAVES (1000) and KILLS (10) are for each engine, WINDOWS (4) are open at the same time; ENGINES (all) lists
 * the engines to run.
 */

const GOAL_PERCENT = 99.5;
/** Longer than the tracker's minimum for engagement, so that each leave has something to report. */
const STAY_MS = 150;
const KILLED_AFTER_MS = 100;
const LAST_ARRIVAL_MS = 3_000;
const STEP_MS = 30_000;

const leaves = Number(process.env.LEAVES ?? 1_000);
const kills = Number(process.env.KILLS ?? 10);
const windows = Number(process.env.WINDOWS ?? 4);
const wanted = process.env.ENGINES?.split(",");

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const script = readFileSync(at("../../../packages/tracker/dist/script-core.js"), "utf8").replace(
	"FOOTFALL_SETTINGS",
	'{"siteId":"1"}',
);
const { module } = await runnerImport(
	fileURLToPath(import.meta.resolve("@footfall/testing/browser/engines/engines")),
	{
		configFile: false,
		logLevel: "error",
	},
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

/** Ways to leave a page, each of which opens the next one. Undefined means that the tab is gone. */
const ways = {
	navigation: async (tab, next) => {
		await tab.goto(next);
		return tab;
	},
	"outbound link": async (tab, next) => {
		await tab.click("#out");
		await tab.goto(next);
		return tab;
	},
	"tab closed": async (tab) => {
		await tab.close();
		return undefined;
	},
	"by script": async (tab, next) => {
		// With a delay, so that the remote control learns that the code has run.
		await tab.evaluate(
			`setTimeout(() => { location.replace(${JSON.stringify(next)}); }, 30); undefined`,
		);
		return tab;
	},
};
const names = Object.keys(ways);
const KILLED = "hidden, then killed";
const wayOf = (leave) => names[leave % names.length];

const measure = async (engine) => {
	const servers = await startServers(script);
	const browser = await engine.launch();
	const nameOf = (leave) => `${engine.name}-${leave}`;
	const url = (leave) => `${servers.origin}/${nameOf(leave)}`;
	const left = new Map();
	const failures = [];
	let next = 0;

	const work = async () => {
		let tab;
		let here = next++;
		while (here < leaves) {
			try {
				tab ??= await bounded(browser.openWindow(url(here)));
				await bounded(servers.viewOf(nameOf(here)));
				await pause(STAY_MS);
				const following = next++;
				tab = await bounded(
					ways[wayOf(here)](tab, following < leaves ? url(following) : "about:blank"),
				);
				left.set(nameOf(here), wayOf(here));
				here = following;
			} catch (fault) {
				failures.push(`${wayOf(here)}: ${fault.message}`);
				tab = undefined;
				here = next++;
			}
		}
	};
	const isMissing = (name) => !servers.finals.has(name);
	const isUntold = (name) => !servers.told.has(name);
	const lastArrivals = async (isDue) => {
		const deadline = performance.now() + LAST_ARRIVAL_MS;
		while ([...left.keys()].some(isDue) && performance.now() < deadline) await pause(50);
	};

	const started = performance.now();
	await Promise.all(Array.from({ length: Math.min(windows, leaves) }, work));
	await lastArrivals((name) => isMissing(name) || isUntold(name));
	await bounded(browser.close());

	for (let kill = 0; kill < kills; kill++) {
		const name = `${engine.name}-killed-${kill}`;
		const victim = await bounded(engine.launch());
		const tab = await bounded(victim.open(`${servers.origin}/${name}`));
		await bounded(servers.viewOf(name));
		await pause(STAY_MS);
		await bounded(tab.hide());
		await pause(KILLED_AFTER_MS);
		victim.kill();
		await bounded(victim.close());
		left.set(name, KILLED);
	}
	await lastArrivals(isMissing);
	const seconds = (performance.now() - started) / 1000;
	servers.close();

	const percent = (arrived, all) => `${((100 * arrived) / all).toFixed(2)} %`;
	const row = (label, pages) => [
		`${engine.name}: ${label}`,
		pages.length,
		percent(pages.filter((name) => !isMissing(name)).length, pages.length),
		percent(pages.filter((name) => !isUntold(name)).length, pages.length),
	];
	const pages = [...left.keys()];
	const share = (100 * pages.filter((name) => !isMissing(name)).length) / pages.length;
	console.error(
		`${engine.name}: ${pages.length} leaves in ${seconds.toFixed(0)} s, ${share.toFixed(2)} % of their final records arrived`,
	);
	const { missing, twice } = servers.gaps();
	console.error(`  sequence numbers: ${missing} missing below the highest, ${twice} came twice`);
	for (const failure of failures)
		console.error(`  not counted, since the leave failed: ${failure}`);
	return {
		rows: [...names, KILLED]
			.map((way) =>
				row(
					way,
					pages.filter((name) => left.get(name) === way),
				),
			)
			.filter(([, counted]) => counted > 0),
		share,
	};
};

const rows = [];
let isReached = true;
for (const engine of module.engines) {
	if (wanted && !wanted.includes(engine.name)) continue;
	const missing = engine.missing();
	if (missing) {
		console.error(`${engine.name}: left out, because there is ${missing.reason}`);
		continue;
	}
	const measured = await measure(engine);
	rows.push(...measured.rows);
	isReached &&= measured.share >= GOAL_PERCENT;
}
printTable(
	`Leaves of pages whose final records go to an origin that takes ${ANSWER_MS} ms per answer; goal ${GOAL_PERCENT} % in each engine.`,
	["left by", "leaves", "final record arrived", "application/json arrived"],
	rows,
);
exitByGoals(isReached);
process.exit();
