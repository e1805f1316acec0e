import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmdirSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "../measuring/built-product.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * Runs the product, from its first start on, in a control group with limited memory and no swap; sends it events,
 * requests its reports all the while, and prints what that took. Fails when the system killed a process or an event is
 * missing. Linux, as root; files in the page cache count, as on a machine.
 */

const MEGABYTES = Number(process.env.MEGABYTES ?? 1024);
const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const PER_SECOND = Number(process.env.RATE ?? 4_000);
const BATCH = 20;
const REPORT_PAUSE_MS = 500;
const SAMPLE_MS = 250;
const LOADED_WITHIN_MS = 600_000;
/** The installed command instead of the built one. */
const COMMAND = process.env.FOOTFALL_COMMAND ?? main;

const isUnified = existsSync("/sys/fs/cgroup/cgroup.controllers");
const group = isUnified
	? `/sys/fs/cgroup/footfall-${process.pid}`
	: `/sys/fs/cgroup/memory/footfall-${process.pid}`;
const names = isUnified
	? { limit: "memory.max", peak: "memory.peak", stopped: "memory.events" }
	: {
			limit: "memory.limit_in_bytes",
			peak: "memory.max_usage_in_bytes",
			stopped: "memory.oom_control",
		};
const read = (name) => readFileSync(join(group, name), "utf8");
const field = (text, name) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1] ?? 0);

mkdirSync(group);
writeFileSync(join(group, names.limit), String(MEGABYTES * 1024 ** 2));

const directory = mkdtempSync(join(tmpdir(), "footfall-small-"));
const data = join(directory, "data");
const product = spawn(
	"sh",
	["-c", `echo $$ >${group}/cgroup.procs && exec "$0" "$@"`, process.execPath, COMMAND, "start"],
	{
		env: { ...process.env, PORT: "0", DATA_DIR: data, TRUST_PROXY: "loopback", LOG_LEVEL: "warn" },
		stdio: ["ignore", "pipe", "inherit"],
	},
);
let output = "";
await new Promise((resolve, reject) => {
	product.stdout.on("data", (chunk) => {
		output += chunk;
		process.stdout.write(chunk);
		if (output.includes("Footfall is ready")) resolve();
	});
	product.once("exit", (code) => reject(new Error(`The product ended with ${code}`)));
});
const url = /Footfall is ready at (\S+)/.exec(output)[1];
const siteId = /Site id\s+(\S+)/.exec(output)[1];
const apiKey = /API key\s+(\S+)/.exec(readFileSync(join(data, "first-sign-in"), "utf8"))[1];

const today = new Date().toISOString().slice(0, 10);
const range = `start_date=${today}&end_date=${today}&time_zone=UTC`;
const REPORTS = [
	"/overview?",
	"/overview/time-series?bucket=hour&",
	"/metric?parameter=pathname&",
	"/metric?parameter=country&",
	"/metric?parameter=referrer&",
	"/sessions?page_size=50&",
	"/retention?",
	"/journeys?steps=3&",
];
/** @type {Map<string, number[]>} */
const times = new Map();
const refused = new Map();
const ask = async (report) => {
	const from = performance.now();
	const response = await fetch(`${url}/api/sites/${siteId}${report}${range}`, {
		headers: { authorization: `Bearer ${apiKey}` },
	});
	const body = await response.json();
	const status = response.status;
	if (status === 200) times.set(report, [...(times.get(report) ?? []), performance.now() - from]);
	else refused.set(`${report} ${status}`, (refused.get(`${report} ${status}`) ?? 0) + 1);
	return body;
};

let mostWithoutFiles = 0;
const sampling = setInterval(() => {
	const held = field(read("memory.stat"), isUnified ? "anon" : "rss");
	mostWithoutFiles = Math.max(mostWithoutFiles, held);
}, SAMPLE_MS);

let isSending = true;
const reading = (async () => {
	while (isSending)
		for (const report of REPORTS) {
			await ask(report);
			await new Promise((resolve) => setTimeout(resolve, REPORT_PAUSE_MS));
		}
})();
const load = {
	port: Number(new URL(url).port),
	seconds: Math.ceil(EVENTS / PER_SECOND),
	connections: 32,
	batch: BATCH,
	rate: PER_SECOND / BATCH,
	siteId,
};
const script = fileURLToPath(new URL("../gateway/gateway-load.mjs", import.meta.url));
const [sent] = await once(fork(script, [JSON.stringify(load)]), "message");
isSending = false;
await reading;

const accepted = sent.replies - sent.refused.reduce((sum, [, count]) => sum + count, 0);
const expected = accepted * BATCH;
const loadedBy = performance.now() + LOADED_WITHIN_MS;
let views = 0;
while (views < expected && performance.now() < loadedBy) {
	const { data: found } = await ask("/overview?");
	views = Number(found?.pageviews ?? views);
	await new Promise((resolve) => setTimeout(resolve, REPORT_PAUSE_MS));
}
for (let round = 0; round < 5; round++) for (const report of REPORTS) await ask(report);

const quantile = (values, share) =>
	values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)].toFixed(0);
const killed = field(read(names.stopped), "oom_kill");
const megabytes = (bytes) => `${(Number(bytes) / 1024 ** 2).toFixed(0)} MB`;
printTable(
	`${MEGABYTES} MB without swap; ${expected.toLocaleString("en")} events sent at ${(sent.requestsPerSecond * BATCH).toFixed(0)} a second, and reports in turn.`,
	["", "figure"],
	[
		["most held by processes", megabytes(mostWithoutFiles)],
		["… with cached files", megabytes(read(names.peak))],
		["processes killed for memory", killed],
		["requests refused", JSON.stringify(sent.refused)],
		["events in the reports", views.toLocaleString("en")],
		["reply to a batch, p99", `${sent.p99.toFixed(0)} ms`],
		...[...times].map(([report, values]) => [
			`\`${report}\`, p50, p95`,
			`${quantile(values, 0.5)}, ${quantile(values, 0.95)} ms`,
		]),
		["reports refused", JSON.stringify([...refused])],
	],
);

clearInterval(sampling);
product.removeAllListeners("exit");
const exit = once(product, "exit");
product.kill("SIGTERM");
const [code] = await exit;
console.error(`stopped with ${code}`);
rmdirSync(group);
rmSync(directory, { recursive: true, force: true });
if (killed > 0 || views !== expected || code !== 0) process.exitCode = 1;
