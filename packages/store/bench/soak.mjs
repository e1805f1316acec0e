/**
 * Memory, descriptors and threads of queue, loader and store at a steady rate: a line every 10 s, then the slopes
 * after the first third, in which caches fill. The engine opens three files of /proc per thread, which are most of
 * the descriptors. Run after `npm run build`. SOAK_SECONDS (600) and PER_SECOND (1000) change the run.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { EMBEDDED_BATCHES, migrateStore, openStore, startLoader } from "../dist/index.js";
import { benchEvent } from "./bench-event.mjs";

const SECONDS = Number(process.env.SOAK_SECONDS ?? 600);
const PER_SECOND = Number(process.env.PER_SECOND ?? 1000);
const SAMPLE_MS = 10_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const sample = () => ({
	minutes: performance.now() / 60_000,
	megabytes: Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024,
	descriptors: readdirSync("/proc/self/fd").length,
	threads: readdirSync("/proc/self/task").length,
});
/** By least squares, per minute. */
const slope = (samples, name) => {
	const mean = (of) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
	const middle = mean(({ minutes }) => minutes);
	const level = mean((one) => one[name]);
	const along = mean(({ minutes }) => (minutes - middle) ** 2);
	return mean((one) => (one.minutes - middle) * (one[name] - level)) / along;
};

const directory = mkdtempSync(join(tmpdir(), "soak-"));
const logger = { info: () => undefined, warn: console.warn, error: console.error };
const queue = openEmbeddedQueue({ directory: join(directory, "queue") });
const store = openStore({ directory: join(directory, "store") });
await migrateStore(store);
const producer = queue.producer();
const loader = startLoader({ store, consumer: queue.consumer(EMBEDDED_BATCHES), logger });

let sent = 0;
const began = performance.now();
const samples = [];
const sampling = setInterval(() => {
	const now = sample();
	samples.push(now);
	console.log(
		`${Math.round((performance.now() - began) / 1000)} s: ${Math.round(now.megabytes)} MB, ${now.descriptors} descriptors, ${now.threads} threads, ${queue.depth().records} waiting`,
	);
}, SAMPLE_MS);
while (performance.now() - began < SECONDS * 1000) {
	const due = ((performance.now() - began) / 1000) * PER_SECOND;
	const appends = [];
	while (sent < due) appends.push(producer.append({ key: "", value: benchEvent(sent++) }));
	await Promise.all(appends);
	await pause(20);
}
clearInterval(sampling);
while (queue.depth().records > 0) await pause(20);

const { events } = loader.counts();
const settled = samples.slice(Math.floor(samples.length / 3));
console.log(
	`${sent} appended, ${events} stored; memory ${slope(settled, "megabytes").toFixed(2)} MB/min (ids of a day are kept: ${((PER_SECOND * 60 * 23) / 2 ** 20).toFixed(2)} of that at most), descriptors ${slope(settled, "descriptors").toFixed(2)}/min, threads ${slope(settled, "threads").toFixed(2)}/min`,
);
await loader.close();
await queue.close();
await store.close();
rmSync(directory, { recursive: true });
process.exit(events === sent ? 0 : 1);
