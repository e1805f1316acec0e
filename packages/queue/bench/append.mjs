/**
 * Durable appends of the embedded queue: rate, CPU, latency and bytes written to the disk, for some numbers of
 * concurrent appenders and for fixed rates. Run after `npx tsc -b`:
 *
 *     node packages/queue/bench/append.mjs [seconds] [record bytes] [entry of another build, to compare]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { printTable } from "../../../test/bench/measuring/table.mjs";

const seconds = Number(process.argv[2] ?? 3);
const value = Buffer.alloc(Number(process.argv[3] ?? 700), "x");
const entry = process.argv[4] ? resolve(process.argv[4]) : "../dist/index.js";
const { openEmbeddedQueue } = await import(entry);

const writtenBytes = () => {
	const path = "/proc/self/io";
	if (!existsSync(path)) return Number.NaN;
	return Number(/^write_bytes: (\d+)/m.exec(readFileSync(path, "utf8"))?.[1]);
};

const rows = [];
/** As many appends as `appenders` make one after the other, or this many per second. */
const measure = async (name, { appenders, perSecond }) => {
	const directory = mkdtempSync(join(tmpdir(), "queue-bench-"));
	const queue = openEmbeddedQueue({ directory, maxBytes: 64 * 1024 ** 3 });
	const producer = queue.producer();
	await producer.append({ key: "", value });
	const latencies = [];
	const cpu = process.cpuUsage();
	const bytes = writtenBytes();
	const start = performance.now();
	const end = start + seconds * 1000;
	const append = async (due) => {
		await producer.append({ key: "", value });
		latencies.push(performance.now() - due);
	};
	if (appenders)
		await Promise.all(
			Array.from({ length: appenders }, async () => {
				while (performance.now() < end) await append(performance.now());
			}),
		);
	else {
		const answers = [];
		while (performance.now() < end) {
			for (
				let due = start + (answers.length * 1000) / perSecond;
				due <= performance.now();
				due = start + (answers.length * 1000) / perSecond
			)
				answers.push(append(due));
			await new Promise((done) => setImmediate(done));
		}
		await Promise.all(answers);
	}
	const ms = performance.now() - start;
	const used = process.cpuUsage(cpu);
	const { length } = latencies;
	latencies.sort((one, other) => one - other);
	const percentile = (share) => latencies[Math.floor(length * share)].toFixed(2);
	rows.push([
		name,
		Math.round((length / ms) * 1000),
		((used.user + used.system) / length).toFixed(2),
		percentile(0.5),
		percentile(0.99),
		Math.round((writtenBytes() - bytes) / length),
	]);
	await queue.close();
	rmSync(directory, { recursive: true });
};

for (const appenders of [1, 4, 16, 64, 256, 2048])
	await measure(`${appenders} appenders`, { appenders });
for (const perSecond of [500, 2000, 10_000]) await measure(`${perSecond}/s`, { perSecond });
printTable(
	`Records of ${value.length} bytes, ${seconds} s each.`,
	["", "appends/s", "µs of CPU each", "p50 ms", "p99 ms", "bytes written each"],
	rows,
);
