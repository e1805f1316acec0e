import { EventEmitter, once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { fillDirectory } from "./dashboard-events.mjs";
import { askOneByOne, watchPage } from "./dashboard-page.mjs";
import { exploreMs } from "./explore.mjs";
import { startSignedIn } from "./signed-in-product.mjs";

/**
 * How long people wait for the overview of a large site, in a browser slowed to a quarter of its speed: its first load,
 * and a filter; and for another breakdown in Explore. Alternates with the same page requesting card by card. EVENTS (5000000) within 28 days, ROUNDS (7),
 * SLOWDOWN (4), DIRECTORY (kept between runs: filling it takes minutes). Run after `npm run build`.
 */

const EVENTS = Number(process.env.EVENTS ?? 5_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4);
const DIRECTORY = process.env.DIRECTORY ?? join(tmpdir(), `footfall-bench-dashboard-${EVENTS}`);

/** On a busy machine everything takes long, but is still measured. */
const PATIENCE_MS = 120_000;

/** Filters of successive visits: a report of the last half minute is cached and would be there at once. */
const CHANNELS = ["Organic Search", "Direct", "Organic Social", "AI", "Email"];

const { first, last } = await fillDirectory(DIRECTORY, EVENTS);
const { browser, storageState, site, end } = await startSignedIn(DIRECTORY);

/** One visit with an empty cache; ms from the navigation, and from the click. */
const visit = async ({ channel, prepare }) => {
	const context = await browser.newContext({
		storageState,
		viewport: { width: 1280, height: 900 },
		timezoneId: "UTC",
	});
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	const devtools = await context.newCDPSession(page);
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
	await devtools.send("Network.enable");
	let requests = 0;
	devtools.on("Network.requestWillBeSent", () => {
		requests += 1;
	});
	let bytes = 0;
	devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
		bytes += encodedDataLength;
	});
	// Polling from outside would cost the slow page a tenth of a second.
	const noted = new EventEmitter();
	const times = {};
	devtools.on("Runtime.bindingCalled", ({ payload }) => {
		const [name, time] = JSON.parse(payload);
		times[name] = time;
		noted.emit(name);
	});
	await devtools.send("Runtime.enable");
	await devtools.send("Runtime.addBinding", { name: "noted" });
	await page.addInitScript(watchPage);
	if (prepare) await page.addInitScript(prepare);
	await page.goto(`${site}?range=${first}..${last}&tz=UTC`);
	const timeOf = async (name) => {
		const signal = AbortSignal.timeout(PATIENCE_MS);
		if (!(name in times)) await once(noted, name, { signal });
		return times[name];
	};
	const figures = await timeOf("figures");
	const cards = await timeOf("cards");
	const loaded = { requests, kB: bytes / 1000 };
	await page.evaluate(() => globalThis.watchFilter());
	const sources = page.locator(`section[aria-label="Sources"]`);
	await sources.getByRole("button", { name: new RegExp(`^${channel} `) }).click();
	const clicked = await timeOf("clicked");
	const responded = await timeOf("responded");
	const filtered = await timeOf("filtered");
	const filteredCards = await timeOf("filteredCards");
	await context.close();
	return {
		figures,
		cards,
		responds: responded - clicked,
		numbers: filtered - clicked,
		allCards: filteredCards - clicked,
		...loaded,
	};
};

const WAYS = [
	["one request", undefined],
	["card by card", askOneByOne],
];

const measure = async () => {
	const taken = WAYS.map(() => []);
	for (let round = 0; round <= ROUNDS; round += 1)
		for (const [index, [, prepare]] of WAYS.entries()) {
			const channel = CHANNELS[(round * WAYS.length + index) % CHANNELS.length];
			const one = await visit({ channel, prepare });
			// The first visit warms the server up.
			if (round > 0) taken[index].push(one);
		}
	return taken;
};

/** Name and goal of each figure. */
const FIGURES = {
	figures: ["figures after navigation", 1000],
	cards: ["all cards of the first screen", 1500],
	responds: ["a click on a filter responds", 100],
	numbers: ["… shows new figures", 500],
	allCards: ["… shows all cards", ""],
	requests: ["requests until then", 25],
	kB: ["kB on the wire until then", 76],
};

try {
	const taken = await measure();
	const explored = await exploreMs({
		...{ browser, storageState, site, range: `${first}..${last}` },
		...{ rounds: ROUNDS, slowdown: SLOWDOWN },
	});
	printTable(
		`${EVENTS / 1e6} million events in 28 days, compared with the 28 before; processor slowed ${SLOWDOWN} times; medians of ${ROUNDS}, ms.`,
		["", "goal", ...WAYS.map(([name]) => name)],
		Object.entries(FIGURES).map(([figure, [name, goal]]) => [
			name,
			goal,
			...taken.map((rounds) => median(rounds.map((one) => one[figure])).toFixed(0)),
		]),
	);
	printTable(
		"",
		["", "goal", "ms"],
		[["another breakdown in Explore shows its rows", 300, explored.toFixed(0)]],
	);
} finally {
	await end();
}
