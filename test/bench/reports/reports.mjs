import { fork } from "node:child_process";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { startMeasured } from "./measured-api.mjs";
import { DAY_MS, END, LARGEST_SITE, SITES } from "./report-events.mjs";
import { DASHBOARD, GROUPS, nameOf, overviewsWithSums, request } from "./report-questions.mjs";
import { postgresBaseline } from "./reports-postgres.mjs";

/**
 * How long reports about the largest of many sites take over HTTP: cold, and the median of ROUNDS (5) in alternation,
 * so that a noisy machine harms all alike; EVENTS (5000000) may name two sizes, as `5000000,50000000`, to have the
 * growth between them. CPU time depends less on other load. Then what heavy reports cost those who poll for events and
 * the loader, and how long PostgreSQL takes for two of the queries on the same data. The stores are made once and kept
 * in DIRECTORY. Run after `npm run build`.
 */

const SIZES = (process.env.EVENTS ?? "5000000").split(",").map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ONLY = process.env.ONLY ?? "";

/** Wall and CPU time of a task in ms, including the engine's threads and the client. */
const timed = async (run) => {
	const start = performance.now();
	const before = process.cpuUsage();
	await run();
	const { user, system } = process.cpuUsage(before);
	return { ms: performance.now() - start, cpuMs: (user + system) / 1000 };
};

const together = (ask) => () => Promise.all(DASHBOARD.map(ask));

const measureReports = async (ask) => {
	const entries = [
		{ name: "dashboard: 6 reports together", atMostMs: 250, run: together(ask) },
		...GROUPS.flatMap(({ atMostMs, requests }) =>
			requests.map((one) => ({ name: nameOf(one), atMostMs, run: () => ask(one) })),
		),
	].filter(({ name }) => name.includes(ONLY));
	const taken = entries.map(() => []);
	for (let round = 0; round <= ROUNDS; round += 1)
		for (const [index, { name, run }] of entries.entries()) {
			const took = await timed(run);
			taken[index].push(took);
			if (process.env.VERBOSE)
				console.error(round, name, Math.round(took.ms), Math.round(took.cpuMs));
		}
	return entries.map(({ name, atMostMs }, index) => {
		const [cold, ...warm] = taken[index];
		return {
			name,
			atMostMs,
			cold: cold.ms,
			warm: median(warm.map(({ ms }) => ms)),
			cpu: median(warm.map(({ cpuMs }) => cpuMs)),
		};
	});
};

/** What imported sums cost an overview that nobody asked for before: both are asked, in alternation. */
const measureSums = async (ask) => {
	const [first, ...pairs] = overviewsWithSums(ROUNDS * 4 + 1);
	for (const one of first) await ask(one);
	const taken = [];
	for (const [index, pair] of pairs.entries()) {
		const ms = [];
		for (const turn of index % 2 === 0 ? [0, 1] : [1, 0])
			ms[turn] = (await timed(() => ask(pair[turn]))).ms;
		taken.push(ms);
	}
	return {
		...{ with: median(taken.map(([ms]) => ms)), without: median(taken.map(([, ms]) => ms)) },
		difference: median(taken.map(([more, less]) => more - less)),
	};
};

const HEAVY = [
	request("/metric", { parameter: "pathname" }),
	request("/page-titles"),
	request("/journeys"),
	request("/overview/time-series", { bucket: "hour" }),
];

/** Runs `task` again and again until `done`, `width` at a time. */
const busily = async (width, done, task) =>
	Promise.all(
		Array.from({ length: width }, async () => {
			while (!done()) await task();
		}),
	);

/** How long polls and inserted blocks take, alone and while heavy reports run all the time. */
const measureIsolation = async ({ ask, store }) => {
	const poll = request("/events", { since_timestamp: new Date(END - 10_000).toISOString() });
	let block = 0;
	const insert = () => {
		block += 1;
		const rows = Array.from({ length: 1000 }, (_, row) => [
			SITES + 1,
			"2026-11-20 00:00:00",
			`${block}-${row}`,
		]);
		return store.insert("events", ["site_id", "timestamp", "event_id"], rows);
	};
	const sample = async (run, times) => {
		const taken = [];
		for (let time = 0; time < times; time += 1) taken.push((await timed(run)).ms);
		return median(taken);
	};
	const figures = async () => ({
		poll: await sample(() => ask(poll), 30),
		insert: await sample(insert, 10),
	});
	const alone = await figures();
	let over = false;
	let next = 0;
	const heavy = busily(
		8,
		() => over,
		() => ask(HEAVY[next++ % HEAVY.length]),
	);
	const loaded = await figures();
	over = true;
	await heavy;
	await store.command(
		`ALTER TABLE events DELETE WHERE site_id = ${SITES + 1} SETTINGS mutations_sync = 1`,
	);
	return { alone, loaded };
};

const measure = async (events) => {
	const measured = await startMeasured(events);
	const reports = await measureReports(measured.ask);
	const isFirst = ONLY === "" && events === SIZES[0];
	const sums = isFirst || ONLY === "sums" ? await measureSums(measured.ask) : undefined;
	const isolation = isFirst ? await measureIsolation(measured) : undefined;
	const postgres = isFirst
		? await postgresBaseline({
				store: measured.store,
				site: LARGEST_SITE,
				from: END - 30 * DAY_MS,
				to: END,
				rounds: ROUNDS,
				timed: async (run) => (await timed(run)).ms,
				median,
			})
		: undefined;
	await measured.close();
	return { events, reports, sums, isolation, postgres };
};

/** The embedded engine has only one directory per process. */
const measureApart = (events) =>
	new Promise((resolve, reject) => {
		const child = fork(new URL(import.meta.url), [], {
			env: { ...process.env, MEASURE: String(events) },
		});
		child.once("message", resolve);
		child.once("exit", (code) => reject(new Error(`The measuring process ended with ${code}`)));
	});

const shown = (value) => (typeof value === "number" ? value.toFixed(value < 10 ? 1 : 0) : value);

const print = (sizes) => {
	const [small, large] = sizes;
	printTable(
		`Site ${LARGEST_SITE} of ${SITES}, 30 of 90 days, ms; medians of ${ROUNDS}.`,
		[
			"report",
			...sizes.flatMap(({ events }) =>
				["first", "again", "CPU"].map((figure) => `${events / 1e6} M, ${figure}`),
			),
			...(large ? ["growth"] : []),
			"goal",
		],
		small.reports.map(({ name, atMostMs, warm }, index) => [
			name,
			...sizes.flatMap(({ reports }) => {
				const { cold, warm, cpu } = reports[index];
				return [cold, warm, cpu].map(shown);
			}),
			...(large ? [shown(large.reports[index].warm / warm)] : []),
			atMostMs,
		]),
	);
	if (small.sums)
		printTable(
			"A first overview of more than the site's 90 days, ms; medians.",
			["", "with imported sums", "without", "difference", "goal"],
			[["overview", ...Object.values(small.sums).map(shown), 5]],
		);
	if (small.postgres) {
		const { version, rows } = small.postgres;
		printTable(
			`The same data in PostgreSQL, ms.`,
			["", `PostgreSQL ${version}`, "the store's engine"],
			rows.map(({ name, postgresMs, storeMs }) => [name, shown(postgresMs), shown(storeMs)]),
		);
	}
	if (small.isolation) {
		const { alone, loaded } = small.isolation;
		printTable(
			`${small.events / 1e6} M events while 8 heavy reports are always asked, ms.`,
			["", "alone", "beside them"],
			["poll", "insert"].map((name) => [name, shown(alone[name]), shown(loaded[name])]),
		);
	}
};

if (process.env.MEASURE) {
	const result = await measure(Number(process.env.MEASURE));
	process.send(result, () => process.disconnect());
} else {
	const sizes = [];
	for (const events of SIZES) sizes.push(await measureApart(events));
	print(sizes);
}
