/**
 * Events per second from queue to store, and the time from append to visible at a steady rate.
 * Run after `npx tsc -b`: node packages/store/bench/load.mjs [events] [seconds at 500 events/s]
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { printTable } from "../../../test/bench/measuring/table.mjs";
import { EMBEDDED_BATCHES, migrateStore, openStore, startLoader } from "../dist/index.js";
import { benchEvent } from "./bench-event.mjs";

const events = Number(process.argv[2] ?? 200_000);
const steadySeconds = Number(process.argv[3] ?? 20);
const directory = mkdtempSync(join(tmpdir(), "load-bench-"));
const logger = { info: () => undefined, warn: console.warn, error: console.error };
const memory = () =>
	Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const megabytes = [memory()];
const queue = openEmbeddedQueue({ directory: join(directory, "queue") });
const store = openStore({ directory: join(directory, "store") });
await migrateStore(store);
megabytes.push(memory());
const producer = queue.producer();
for (let number = 0; number < events; number += 5000)
	await Promise.all(
		Array.from({ length: 5000 }, (_, index) =>
			producer.append({ key: "", value: benchEvent(number + index) }),
		),
	);

const cpu = process.cpuUsage();
const start = performance.now();
const loader = startLoader({ store, consumer: queue.consumer(EMBEDDED_BATCHES), logger });
while (queue.depth().records > 0) await pause(5);
const ms = performance.now() - start;
const used = process.cpuUsage(cpu);
megabytes.push(memory());

const delays = [];
let next = events;
const until = performance.now() + steadySeconds * 1000;
while (performance.now() < until) {
	const probe = next;
	const appended = performance.now();
	await Promise.all(
		Array.from({ length: 50 }, () => producer.append({ key: "", value: benchEvent(next++) })),
	);
	const visible = async () => {
		for (;;) {
			const [{ count }] = await store.query(
				"SELECT count() AS count FROM events WHERE site_id = {site:UInt32} AND timestamp > now64(3) - 60 AND source_offset = {offset:UInt64}",
				{ site: 1 + (probe % 20), offset: probe + 1 },
			);
			if (count > 0) return;
			await pause(10);
		}
	};
	if (delays.length * 1000 < performance.now() - (until - steadySeconds * 1000)) {
		await visible();
		delays.push(performance.now() - appended);
	}
	await pause(Math.max(0, 100 - (performance.now() - appended)));
}
delays.sort((one, other) => one - other);
megabytes.push(memory());
printTable(
	`A backlog of ${events.toLocaleString("en")} events, each of a page load of its own; then ${steadySeconds} s of 500 events/s.`,
	["", "figure"],
	[
		["backlog, events/s", Math.round((events / ms) * 1000)],
		["… CPU per event", `${((used.user + used.system) / events).toFixed(1)} µs`],
		["append → visible, p50", `${Math.round(delays[delays.length >> 1])} ms`],
		[`… at most, of ${delays.length}`, `${Math.round(delays.at(-1))} ms`],
		["resident MB: before, store open, backlog loaded, at the end", megabytes.join(", ")],
	],
);
console.error(loader.counts());
await loader.close();
await queue.close();
await store.close();
rmSync(directory, { recursive: true });
