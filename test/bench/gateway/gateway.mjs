import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";
import { residentPartsOf } from "../measuring/process-figures.mjs";
import { LOAD_SCRIPT, loadResult } from "./load.mjs";

/**
 * The throughput of a gateway, beside a bare `node:http` server that only parses: the server on one core, the load on
 * another, the two alternating A B A B so that a noisy machine harms both alike. First single events and batches of 25,
 * as fast as they are answered; then single events at 70 % of the gateway's rate, open loop, for the latency of both;
 * then what each stage of a single event's path costs; then the memory of 10,000 idle connections. SECONDS, ROUNDS and
 * CONNECTIONS change the run, SOAK=600 adds that many seconds at half the rate and prints the memory. Exits 1 when a
 * reply was no 200 or something was not stored.
 */

const SECONDS = Number(process.env.SECONDS ?? 4);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 256);
const SOAK_SECONDS = Number(process.env.SOAK ?? 0);
/** How often memory is read during a soak; the first third of the soak warms up. */
const SOAK_PARTS = 12;
const WARM_UP_SECONDS = 2;
/** At a fixed rate the load falls behind while the server compiles, and catches up with little to spare. */
const CALM_WARM_UP_SECONDS = 8;
/** A full garbage collection runs every 10 to 40 s, so a shorter run includes one only by chance. */
const CALM_SECONDS = 5 * SECONDS;
const CALM_ROUNDS = 3;
const BATCH = 25;
const BATCH_CONNECTIONS = 32;
const IDLE_CONNECTIONS = 10_000;
/** The share of its own rate at which latency is measured: well below what a server of this kind can do on one core. */
const CALM_SHARE = 0.7;

if (availableParallelism() < 2)
	console.warn("One core only: server and load share it, the figures mean little.");

const scriptAt = (name) => fileURLToPath(new URL(name, import.meta.url));

/** All run with the gateway's Node options, so that the bare server is not slower for lack of them. */
const pinned = (core, script, ...parameters) =>
	spawn(
		"taskset",
		["-c", String(core), process.execPath, ...GATEWAY_NODE_OPTIONS, script, ...parameters],
		{
			stdio: ["ignore", "inherit", "inherit", "ipc"],
		},
	);

const nextMessage = (child) =>
	new Promise((resolve, reject) => {
		child.once("message", resolve);
		child.once("error", reject);
		child.once("exit", (code) => reject(new Error(`A part of the benchmark ended with ${code}`)));
	});

const ask = (child) => {
	const answer = nextMessage(child);
	child.send("report");
	return answer;
};

const load = (port, seconds, options = {}, atStart = undefined) => {
	const common = { port, seconds, warmUpSeconds: WARM_UP_SECONDS, connections: CONNECTIONS };
	return loadResult(pinned(1, LOAD_SCRIPT, JSON.stringify({ ...common, ...options })), atStart);
};

const serving = async (script, use) => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
	const server = pinned(0, scriptAt(script), directory);
	const { port } = await nextMessage(server);
	const result = await use({ server, port });
	server.removeAllListeners("exit");
	server.kill();
	rmSync(directory, { recursive: true });
	return result;
};

const measure = (name, batch) =>
	serving(
		name === "bare" ? "gateway-bare.mjs" : "gateway-product.mjs",
		async ({ server, port }) => {
			const options = batch === 1 ? {} : { batch, connections: BATCH_CONNECTIONS };
			let before;
			const run = await load(port, SECONDS, options, () => {
				before = ask(server);
			});
			const { cpuMicroseconds } = await before;
			const after = await ask(server);
			const sent = run.allReplies * batch;
			return {
				name,
				batch,
				...run,
				eventsPerSecond: run.requestsPerSecond * batch,
				cpuMicroseconds: (after.cpuMicroseconds - cpuMicroseconds) / (run.replies * batch),
				rssMegabytes: after.memory.rss / 1e6,
				unstored: after.stored === undefined ? 0 : sent - after.stored,
				stalledMs: after.stalledMs ?? 0,
			};
		},
	);

const row = (cells) => console.log(cells.map((cell) => String(cell).padStart(12)).join(""));
const median = (numbers) => {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
};

row([
	"server",
	"events each",
	"events/s",
	"p50 ms",
	"p99 ms",
	"CPU µs",
	"RSS MB",
	"not 200",
	"unstored",
]);
const results = [];
for (let round = 0; round < ROUNDS; round++)
	for (const batch of [1, BATCH])
		for (const name of ["bare", "gateway"]) {
			const result = await measure(name, batch);
			results.push(result);
			row([
				name,
				batch,
				result.eventsPerSecond.toFixed(0),
				result.p50.toFixed(2),
				result.p99.toFixed(2),
				result.cpuMicroseconds.toFixed(1),
				result.rssMegabytes.toFixed(0),
				result.refused.map(([status, count]) => `${status}×${count}`).join(" ") || 0,
				result.unstored,
			]);
		}

const medianOf = (name, batch, figure) =>
	median(
		results
			.filter((result) => result.name === name && result.batch === batch)
			.map((each) => each[figure]),
	);
for (const batch of [1, BATCH]) {
	const ratioOf = (figure) =>
		(medianOf("gateway", batch, figure) / medianOf("bare", batch, figure)).toFixed(2);
	console.log(
		`${batch === 1 ? "\nsingle events" : `batches of ${batch}`}: gateway ÷ bare ${ratioOf("eventsPerSecond")}, CPU per event ${ratioOf("cpuMicroseconds")}`,
	);
}

console.log(
	`longest turn of the gateway's event loop: ${Math.max(...results.map(({ stalledMs }) => stalledMs)).toFixed(0)} ms`,
);

const full = medianOf("gateway", 1, "requestsPerSecond");
const calmRate = full * CALM_SHARE;
const calm = { "gateway-bare.mjs": [], "gateway-product.mjs": [] };
for (let round = 0; round < CALM_ROUNDS; round++)
	for (const script of Object.keys(calm))
		await serving(script, async ({ port }) => {
			const run = await load(port, CALM_SECONDS, {
				rate: calmRate,
				warmUpSeconds: CALM_WARM_UP_SECONDS,
			});
			results.push({ name: "calm", refused: run.refused, unstored: 0 });
			calm[script].push(run);
		});
const calmly = (script) => {
	const shown = (figure) => `${median(calm[script].map((run) => run[figure])).toFixed(2)} ms`;
	const all = calm[script].map(({ p99 }) => p99.toFixed(0)).join(", ");
	return `p50 ${shown("p50")}, p99 ${shown("p99")} (${all}); the load left late by ${shown("lateP99")} at p99`;
};
console.log(
	`open loop at ${calmRate.toFixed(0)} requests/s (${CALM_SHARE * 100} % of that), medians of ${CALM_ROUNDS}:\n  gateway ${calmly("gateway-product.mjs")}\n  bare    ${calmly("gateway-bare.mjs")}`,
);

const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
const stages = await nextMessage(
	pinned(0, scriptAt("../../../packages/gateway/bench/gateway-stages.mjs"), directory),
);
rmSync(directory, { recursive: true });
const known = stages.reduce((sum, { microseconds }) => sum + microseconds, 0);
const rest = medianOf("gateway", 1, "cpuMicroseconds") - known;
console.log("\nCPU of a single event by stage:");
for (const { name, microseconds } of [
	...stages,
	{ name: "the rest: sockets, reply, counting", microseconds: rest },
])
	console.log(`  ${name.padEnd(36)}${microseconds.toFixed(1).padStart(5)} µs`);

const idling = await serving("gateway-product.mjs", async ({ server, port }) => {
	await load(port, 1);
	const before = await ask(server);
	const sockets = [];
	while (sockets.length < IDLE_CONNECTIONS) {
		const some = Array.from({ length: 250 }, () => net.connect(port, "127.0.0.1"));
		await Promise.all(some.map((socket) => once(socket, "connect")));
		sockets.push(...some);
	}
	const after = await ask(server);
	const { anonymous, files } = residentPartsOf(server.pid);
	for (const socket of sockets) socket.destroy();
	return { more: after.memory.rss - before.memory.rss, anonymous, files, ...after.memory };
});
const asMegabytes = (bytes) => (bytes / 1e6).toFixed(0);
console.log(
	`${IDLE_CONNECTIONS} idle connections: ${asMegabytes(idling.more)} MB, ${(idling.more / IDLE_CONNECTIONS / 1e3).toFixed(1)} kB each; in all ${idling.anonymous.toFixed(0)} MB of its own (heap ${asMegabytes(idling.heapUsed)} used of ${asMegabytes(idling.heapTotal)}, outside of it ${asMegabytes(idling.external)}) and ${idling.files.toFixed(0)} MB of files`,
);

/** The growth of a series per step, by least squares. */
const slopeOf = (series) => {
	const middle = (series.length - 1) / 2;
	const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
	const above = series.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
	return above / series.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0);
};

if (SOAK_SECONDS > 0)
	await serving("gateway-product.mjs", async ({ server, port }) => {
		const seconds = SOAK_SECONDS / SOAK_PARTS;
		const memory = [];
		for (let index = 0; index < SOAK_PARTS; index++) {
			const part = await load(port, seconds, { rate: full / 2 });
			results.push({ name: "soak", refused: part.refused, unstored: 0 });
			memory.push(residentPartsOf(server.pid));
		}
		const own = memory.map(({ anonymous }) => anonymous);
		const perMinute = slopeOf(own.slice(SOAK_PARTS / 3)) * (60 / seconds);
		console.log(
			`${SOAK_SECONDS} s at ${(full / 2).toFixed(0)} requests/s: ${own.map((megabytes) => megabytes.toFixed(0)).join(" ")} MB of its own, ${perMinute.toFixed(1)} MB/min behind the first third; ${memory.at(-1).files.toFixed(0)} MB of files`,
		);
	});

if (results.some(({ refused, unstored }) => refused.length > 0 || unstored !== 0)) process.exit(1);
