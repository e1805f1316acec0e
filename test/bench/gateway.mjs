import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";

/**
 * Single events per second with a durable reply, beside a bare `node:http` server that only parses: the server
 * on one core, the load on another, the two in turns A B A B so that a noisy machine harms both alike.
 * SECONDS, ROUNDS and CONNECTIONS change the run. Exits 1 when a reply was no 200 or a reply was not stored.
 */

const SECONDS = Number(process.env.SECONDS ?? 4);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 256);
const WARM_UP_SECONDS = 2;

if (availableParallelism() < 2)
	console.warn("One core only: server and load share it, the figures mean little.");

const scriptAt = (name) => fileURLToPath(new URL(name, import.meta.url));

/** All run with the gateway's options of Node: the bare server must not be slower for want of them. */
const pinned = (core, script, ...parameters) =>
	spawn(
		"taskset",
		[
			"-c",
			String(core),
			process.execPath,
			...GATEWAY_NODE_OPTIONS,
			scriptAt(script),
			...parameters,
		],
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

const load = (port, seconds) =>
	nextMessage(pinned(1, "gateway-load.mjs", ...[port, seconds, CONNECTIONS].map(String)));

const measure = async (name, script, ...parameters) => {
	const server = pinned(0, script, ...parameters);
	const { port } = await nextMessage(server);
	const warmUp = await load(port, WARM_UP_SECONDS);
	const before = await ask(server);
	const run = await load(port, SECONDS);
	const after = await ask(server);
	server.removeAllListeners("exit");
	server.kill();
	return {
		name,
		...run,
		cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / run.replies,
		rssMegabytes: after.rss / 1e6,
		refused: [...warmUp.refused, ...run.refused],
		unstored: after.stored === undefined ? 0 : warmUp.replies + run.replies - after.stored,
	};
};

const row = (cells) => console.log(cells.map((cell) => String(cell).padStart(12)).join(""));
const median = (numbers) => {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
};

row(["server", "requests/s", "p50 ms", "p99 ms", "CPU µs", "RSS MB", "not 200", "unstored"]);
const results = [];
for (let round = 0; round < ROUNDS; round++)
	for (const name of ["bare", "gateway"]) {
		const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
		const result = await measure(
			name,
			name === "bare" ? "gateway-bare.mjs" : "gateway-product.mjs",
			directory,
		);
		rmSync(directory, { recursive: true });
		results.push(result);
		row([
			name,
			result.requestsPerSecond.toFixed(0),
			result.p50.toFixed(2),
			result.p99.toFixed(2),
			result.cpuMicroseconds.toFixed(1),
			result.rssMegabytes.toFixed(0),
			result.refused.map(([status, count]) => `${status}×${count}`).join(" ") || 0,
			result.unstored,
		]);
	}

const medianOf = (name, figure) =>
	median(results.filter((result) => result.name === name).map((each) => each[figure]));
const ratioOf = (figure) => (medianOf("gateway", figure) / medianOf("bare", figure)).toFixed(2);
console.log(
	`\ngateway / bare: requests/s ${ratioOf("requestsPerSecond")}, CPU per event ${ratioOf("cpuMicroseconds")}`,
);
if (results.some(({ refused, unstored }) => refused.length > 0 || unstored !== 0)) process.exit(1);
