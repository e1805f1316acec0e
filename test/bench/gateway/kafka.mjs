import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";
import { runnerImport } from "vite";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { LOAD_SCRIPT, loadResult } from "./load.mjs";

/**
 * The throughput of the gateway with its queue in Kafka, with packed records and with records of JSON, beside the same
 * gateway with the embedded queue: alternating, single events and batches of 25, as fast as they are answered. Broker, gateway and load share the machine, so the
 * rate of the Kafka path counts the broker's work against it; the CPU time is the gateway's alone. Needs `npm run
 * build`, and either KAFKA_BROKERS or java and mvn. SECONDS, ROUNDS and CONNECTIONS change the run.
 */

const SECONDS = Number(process.env.SECONDS ?? 4);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 256);
const WARM_UP_SECONDS = 2;
const FORMS = ["packed", "json"];
const BATCHES = [
	{ batch: 1, connections: CONNECTIONS },
	{ batch: 25, connections: 32 },
];

const PRODUCT_SCRIPT = fileURLToPath(new URL("gateway-product.mjs", import.meta.url));
const start = (script, ...parameters) =>
	spawn(process.execPath, [...GATEWAY_NODE_OPTIONS, script, ...parameters], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
const nextMessage = (child) =>
	new Promise((resolve, reject) => {
		child.once("message", resolve);
		child.once("exit", (code) => reject(new Error(`A part of the benchmark ended with ${code}`)));
	});
const load = (port, options, atStart) =>
	loadResult(
		start(
			LOAD_SCRIPT,
			JSON.stringify({ port, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS, ...options }),
		),
		atStart,
	);

const measure = async (options, ...queue) => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
	const server = start(PRODUCT_SCRIPT, directory, ...queue);
	const { port } = await nextMessage(server);
	const ask = () => {
		const answer = nextMessage(server);
		server.send("report");
		return answer;
	};
	let before;
	const run = await load(port, options, () => {
		before = ask();
	});
	const { cpuMicroseconds } = await before;
	const after = await ask();
	server.removeAllListeners("exit");
	const gone = new Promise((resolve) => server.once("exit", resolve));
	server.kill("SIGKILL");
	await gone;
	rmSync(directory, { recursive: true });
	if (Object.keys(run.refused).length > 0) process.exitCode = 1;
	return {
		eventsPerSecond: run.requestsPerSecond * options.batch,
		cpuMicroseconds: (after.cpuMicroseconds - cpuMicroseconds) / (run.replies * options.batch),
		refused: run.refused,
	};
};

const print = ({ batch }, name, { eventsPerSecond, cpuMicroseconds, refused }) =>
	console.error(
		`batch ${batch}, ${name.padEnd(8)} ${Math.round(eventsPerSecond)} events/s, ${cpuMicroseconds.toFixed(1)} µs CPU each, refused ${JSON.stringify(refused)}`,
	);

const support = fileURLToPath(import.meta.resolve("@footfall/testing/kafka/kafka-broker"));
const { module: broker } = await runnerImport(support);
const cluster = await broker.startKafka();
try {
	const { openKafkaQueue } = await import("@footfall/queue");
	const topic = cluster.newTopic();
	const queue = openKafkaQueue({ brokers: cluster.brokers, topic });
	await queue.createTopics({ partitions: 12 });
	await queue.close();
	const rows = [];
	for (const options of BATCHES) {
		const found = Object.fromEntries(FORMS.map((form) => [form, { rates: [], rate: [], cpu: [] }]));
		for (let round = 0; round < ROUNDS; round++) {
			const embedded = await measure(options);
			print(options, "embedded", embedded);
			for (const form of FORMS) {
				const kafka = await measure(options, cluster.brokers.join(","), topic, form);
				print(options, form, kafka);
				found[form].rates.push(kafka.eventsPerSecond);
				found[form].rate.push(kafka.eventsPerSecond / embedded.eventsPerSecond);
				found[form].cpu.push(embedded.cpuMicroseconds / kafka.cpuMicroseconds);
			}
		}
		for (const form of FORMS)
			rows.push([
				`${options.batch === 1 ? "single events" : `batches of ${options.batch}`}, ${form}`,
				median(found[form].rates).toFixed(0),
				median(found[form].rate).toFixed(2),
				median(found[form].cpu).toFixed(2),
			]);
	}
	printTable(
		`Kafka ÷ embedded queue, by rate and by the gateway's CPU; medians of ${ROUNDS}.`,
		["", "events/s with Kafka", "rate", "CPU"],
		rows,
	);
} finally {
	await cluster.remove();
}
