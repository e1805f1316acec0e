import { fork } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRunSql } from "@footfall/reports/report/report";
import { reports } from "@footfall/reports/reports";
import { migrateStore, openStore } from "@footfall/store";
import { printTable } from "../measuring/table.mjs";
import { END, fillStore, LARGEST_SITE } from "./report-events.mjs";

/**
 * What exporting a site takes: wall time, CPU time (which depends less on other load), rows, megabytes, and the peak
 * growth of the process, engine and file included. EVENTS (1800000) are those of all sites, of which the largest has 28
 * %; ONLY picks exports by a part of their path. Each export has a process of its own; the store is made once and kept
 * in DIRECTORY. Run after `npm run build`.
 */

const EVENTS = Number(process.env.EVENTS ?? 1_800_000);
const DIRECTORY = process.env.DIRECTORY ?? join(tmpdir(), "footfall-bench-reports");
const EXPORTS = [
	["/export/events", "csv"],
	["/export/events", "json"],
	["/export/events", "parquet"],
	["/export/sessions", "csv"],
	["/export/sessions", "parquet"],
	["/export/users", "csv"],
	["/export/errors/events", "csv", { errorMessage: "x1 is not a function" }],
	["/export/metric", "csv", { parameter: "pathname" }],
];

const MB = 1e6;

const openFilled = async () => {
	const store = openStore({ directory: join(DIRECTORY, String(EVENTS)) });
	await migrateStore(store);
	await fillStore(store, EVENTS);
	return store;
};

/** In a process of its own: memory from filling must not count as memory at rest. */
const FILL = "fill";
const fill = async () => {
	const store = await openFilled();
	await store.close();
	return {};
};

const measure = async ([path, format, more]) => {
	const store = await openFilled();
	const described = reports.find((one) => one.path === path);
	const runSql = createRunSql(store, { isFile: true });
	const resting = process.memoryUsage.rss();
	let most = resting;
	const watch = setInterval(() => {
		most = Math.max(most, process.memoryUsage.rss());
	}, 20);
	const start = performance.now();
	const before = process.cpuUsage();
	const { pieces } = await described.answer({
		runSql,
		runPromptSql: runSql,
		site: { siteId: LARGEST_SITE, domain: "example.com" },
		isMember: true,
		query: { period: { from: undefined, to: END, timeZone: "UTC" }, filters: [] },
		given: { format, ...more },
		params: {},
		now: END,
	});
	let bytes = 0;
	let rows = -1;
	for await (const piece of pieces) {
		bytes += piece.length;
		if (format !== "parquet") rows += piece.split("\n").length - 1;
	}
	const seconds = (performance.now() - start) / 1000;
	const { user, system } = process.cpuUsage(before);
	clearInterval(watch);
	await store.close();
	return { seconds, cpuSeconds: (user + system) / 1e6, bytes, rows, grew: most - resting };
};

/** The embedded engine has only one directory per process. */
const runApart = (work) =>
	new Promise((resolve, reject) => {
		const child = fork(new URL(import.meta.url), [], {
			env: { ...process.env, MEASURE: String(work) },
		});
		child.once("message", resolve);
		child.once("exit", (code) => reject(new Error(`The measuring process ended with ${code}`)));
	});

if (process.env.MEASURE) {
	const work = process.env.MEASURE;
	process.send(work === FILL ? await fill() : await measure(EXPORTS[Number(work)]));
	process.disconnect();
} else {
	const rows = [];
	await runApart(FILL);
	for (const [index, [path, format]] of EXPORTS.entries()) {
		if (!path.includes(process.env.ONLY ?? "")) continue;
		const taken = await runApart(index);
		rows.push([
			`${path} as ${format}`,
			taken.seconds.toFixed(1),
			taken.cpuSeconds.toFixed(1),
			format === "parquet" ? "" : taken.rows,
			(taken.bytes / MB).toFixed(1),
			(taken.grew / MB).toFixed(0),
		]);
	}
	printTable(
		`The largest site of ${EVENTS.toLocaleString("en")} events in all. What the process's memory grew by at most includes the engine.`,
		["export", "seconds", "s of CPU", "rows", "MB", "grew, MB"],
		rows,
	);
}
