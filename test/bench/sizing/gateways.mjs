import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";
import { cpuSecondsOf, residentPartsOf } from "../process-figures.mjs";

const WARM_UP_SECONDS = 2;
const CONNECTIONS = 256;

const start = (script, ...parameters) =>
	spawn(
		process.execPath,
		[
			...GATEWAY_NODE_OPTIONS,
			fileURLToPath(new URL(`../${script}`, import.meta.url)),
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

const load = async (port, seconds, rate) => {
	const options = { port, seconds, connections: CONNECTIONS, ...(rate && { rate }) };
	const run = await nextMessage(start("gateway-load.mjs", JSON.stringify(options)));
	if (run.refused.length > 0) throw new Error(`Refused: ${JSON.stringify(run.refused)}`);
	return run;
};

/**
 * One gateway worker with its queue on this disk, or in Kafka where `queue` is brokers and a topic: single events, each
 * acknowledged when it is durable. First as fast as they are answered, then at half that rate, open loop.
 * @param broker the process of the broker, if its CPU time is wanted too
 */
export const measureGateway = async (seconds, queue = [], broker = undefined) => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
	const server = start("gateway-product.mjs", directory, ...queue);
	const { port } = await nextMessage(server);
	const during = async (rate) => {
		const before = cpuSecondsOf(server.pid);
		const brokerBefore = broker ? cpuSecondsOf(broker) : 0;
		const run = await load(port, seconds, rate);
		const perMillion = (after, start) => ((after - start) / run.replies) * 1e6;
		return {
			...run,
			cpuPerMillion: perMillion(cpuSecondsOf(server.pid), before),
			brokerCpuPerMillion: broker ? perMillion(cpuSecondsOf(broker), brokerBefore) : 0,
		};
	};
	const warmUp = await load(port, WARM_UP_SECONDS);
	const full = await during();
	const half = await during(full.requestsPerSecond / 2);
	const megabytes = residentPartsOf(server.pid).anonymous;
	server.removeAllListeners("exit");
	const gone = new Promise((resolve) => server.once("exit", resolve));
	server.kill("SIGKILL");
	await gone;
	rmSync(directory, { recursive: true });
	return { full, half, megabytes, sent: warmUp.replies + full.replies + half.replies };
};
