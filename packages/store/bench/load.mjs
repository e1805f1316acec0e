/**
 * Events per second from queue to store, and the time from append to visible at a steady rate.
 * Run after `npx tsc -b`: node packages/store/bench/load.mjs [events] [seconds at 500 events/s]
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { EMBEDDED_BATCHES, migrateStore, openStore, startLoader } from "../dist/index.js";
import { benchEvent } from "./bench-event.mjs";

const events = Number(process.argv[2] ?? 200_000);
const steadySeconds = Number(process.argv[3] ?? 20);
const directory = mkdtempSync(join(tmpdir(), "load-bench-"));
const logger = { info: () => undefined, warn: console.warn, error: console.error };
const memory = () =>
	`${Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024)} MB resident`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

console.log(`before: ${memory()}`);
const queue = openEmbeddedQueue({ directory: join(directory, "queue") });
const store = openStore({ directory: join(directory, "store") });
await migrateStore(store);
console.log(`store open: ${memory()}`);
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
console.log(
	`drained ${events} events in ${(ms / 1000).toFixed(1)} s: ${Math.round((events / ms) * 1000)} events/s, ${((used.user + used.system) / events).toFixed(1)} µs CPU each, ${memory()}`,
);

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
console.log(
	`append to visible: median ${Math.round(delays[delays.length >> 1])} ms, slowest of ${delays.length}: ${Math.round(delays.at(-1))} ms, ${memory()}`,
);
console.log(loader.counts());
await loader.close();
await queue.close();
await store.close();
rmSync(directory, { recursive: true });
