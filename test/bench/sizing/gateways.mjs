import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";
import { median } from "../measuring/median.mjs";
import { cpuSecondsOf, residentPartsOf } from "../measuring/process-figures.mjs";

/** Length of one piece of load in seconds; pieces repeat until enough events are sent. */
const PIECE_SECONDS = 4;
const CONNECTIONS = 256;
/** Until Node has compiled the hot code. */
const WARM_UP_EVENTS = 20_000;
/** For a machine that is busy with other work. */
const GIVE_UP_AFTER_MS = 300_000;

const start = (script, ...parameters) =>
	spawn(
		process.execPath,
		[
			...GATEWAY_NODE_OPTIONS,
			fileURLToPath(new URL(`../gateway/${script}`, import.meta.url)),
			...parameters,
		],
		{ stdio: ["ignore", "inherit", "inherit", "ipc"] },
	);

/** The next message of a part of the benchmark; rejects when it ends before. */
export const nextMessage = (child) =>
	new Promise((resolve, reject) => {
		child.once("message", resolve);
		child.once("exit", (code) => reject(new Error(`A part of the benchmark ended with ${code}`)));
	});

/** Sends at least this many events, in pieces: numbers are sums, latencies and rates medians of the pieces. */
const load = async (port, events, rate) => {
	const options = { port, seconds: PIECE_SECONDS, connections: CONNECTIONS, ...(rate && { rate }) };
	const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
	const pieces = [];
	const sum = (name) => pieces.reduce((whole, piece) => whole + piece[name], 0);
	const middle = (name) => median(pieces.map((piece) => piece[name]));
	while (sum("replies") < events) {
		if (performance.now() > giveUpAt)
			throw new Error("The machine is too busy to measure a gateway");
		const piece = await nextMessage(start("gateway-load.mjs", JSON.stringify(options)));
		if (piece.refused.length > 0) throw new Error(`Refused: ${JSON.stringify(piece.refused)}`);
		pieces.push(piece);
	}
	return {
		...{ replies: sum("replies"), sentBytes: sum("sentBytes") },
		...{ receivedBytes: sum("receivedBytes"), requestsPerSecond: middle("requestsPerSecond") },
		...{ p50: middle("p50"), p99: middle("p99") },
	};
};

/**
 * One gateway worker with its queue on this disk, or in Kafka if `queue` is brokers and a topic: single events, each
 * acknowledged when it is durable. First as fast as they are answered, then at half that rate, open loop.
 * @param broker the process of the broker, if its CPU time is measured too
 */
export const measureGateway = async (events, queue = [], broker = undefined) => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
	const server = start("gateway-product.mjs", directory, ...queue);
	const { port } = await nextMessage(server);
	const during = async (rate) => {
		const before = cpuSecondsOf(server.pid);
		const brokerBefore = broker ? cpuSecondsOf(broker) : 0;
		const run = await load(port, events, rate);
		const perMillion = (after, start) => ((after - start) / run.replies) * 1e6;
		return {
			...run,
			cpuPerMillion: perMillion(cpuSecondsOf(server.pid), before),
			brokerCpuPerMillion: broker ? perMillion(cpuSecondsOf(broker), brokerBefore) : 0,
		};
	};
	await load(port, WARM_UP_EVENTS);
	const full = await during();
	const half = await during(full.requestsPerSecond / 2);
	const megabytes = residentPartsOf(server.pid).anonymous;
	server.removeAllListeners("exit");
	const gone = new Promise((resolve) => server.once("exit", resolve));
	server.kill("SIGKILL");
	await gone;
	rmSync(directory, { recursive: true });
	return { full, half, megabytes };
};
