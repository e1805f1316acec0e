/**
 * Durable appends per second, CPU per append and latency of the embedded queue, for some numbers of
 * concurrent appenders. Run after `npx tsc -b`: node packages/queue/bench/append.mjs [seconds] [record bytes]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "../dist/index.js";

const seconds = Number(process.argv[2] ?? 3);
const value = Buffer.alloc(Number(process.argv[3] ?? 700), "x");

for (const appenders of [1, 64, 256, 512, 2048]) {
	const directory = mkdtempSync(join(tmpdir(), "queue-bench-"));
	const queue = openEmbeddedQueue({ directory, maxBytes: 64 * 1024 ** 3 });
	const producer = queue.producer();
	const latencies = [];
	const cpu = process.cpuUsage();
	const loop = performance.eventLoopUtilization();
	const start = performance.now();
	const end = start + seconds * 1000;
	const append = async () => {
		while (performance.now() < end) {
			const due = performance.now();
			await producer.append({ key: "", value });
			latencies.push(performance.now() - due);
		}
	};
	await Promise.all(Array.from({ length: appenders }, append));
	const ms = performance.now() - start;
	const used = process.cpuUsage(cpu);
	const busy = performance.eventLoopUtilization(loop);
	latencies.sort((one, other) => one - other);
	const percentile = (share) => latencies[Math.floor(latencies.length * share)].toFixed(2);
	console.log(
		[
			`${appenders} appenders`,
			`${Math.round((latencies.length / ms) * 1000)} appends/s`,
			`event loop ${((busy.active * 1000) / latencies.length).toFixed(2)} µs/append`,
			`all threads ${((used.user + used.system) / latencies.length).toFixed(2)} µs/append`,
			`p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`,
		].join(" · "),
	);
	await queue.close();
	rmSync(directory, { recursive: true });
}
