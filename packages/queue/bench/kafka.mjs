/**
 * Appends to the Kafka queue and to the embedded one, alternately in one process, and prints the ratio. Needs `npm run
 * build`, and either KAFKA_BROKERS or java and mvn.
 *
 *     node packages/queue/bench/kafka.mjs [records] [appenders]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { openEmbeddedQueue, openKafkaQueue } from "../dist/index.js";

const [total = 100_000, appenders = 512] = process.argv.slice(2).map(Number);
const ROUNDS = 3;
const value = Buffer.alloc(700, "An event as the gateway queues it is about this long. ");

const measure = async (producer, records) => {
	const latencies = [];
	let next = 0;
	const cpuBefore = process.cpuUsage();
	const began = performance.now();
	await Promise.all(
		Array.from({ length: appenders }, async () => {
			while (next < records) {
				const number = next++;
				const due = performance.now();
				await producer.append({ key: `1 visitor-${number % 5000}`, value });
				latencies.push(performance.now() - due);
			}
		}),
	);
	const seconds = (performance.now() - began) / 1000;
	const { user, system } = process.cpuUsage(cpuBefore);
	latencies.sort((a, b) => a - b);
	return {
		perSecond: Math.round(records / seconds),
		cpuMicroseconds: Number(((user + system) / records).toFixed(2)),
		p50: Number(latencies[Math.floor(records * 0.5)].toFixed(1)),
		p99: Number(latencies[Math.floor(records * 0.99)].toFixed(1)),
	};
};

const support = fileURLToPath(import.meta.resolve("@footfall/testing/kafka/kafka-broker"));
const { module: broker } = await runnerImport(support);
const cluster = await broker.startKafka();
const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
const lingerMs = Number(process.env.LINGER_MS ?? 20);
const senderCount = Number(process.env.SENDERS ?? 1);
const kafka = openKafkaQueue({
	brokers: cluster.brokers,
	topic: cluster.newTopic(),
	lingerMs,
	senderCount,
});
const embedded = openEmbeddedQueue({ directory });
try {
	await kafka.createTopics({ partitions: 12 });
	const producers = { kafka: kafka.producer(), embedded: embedded.producer() };
	for (const producer of Object.values(producers)) await measure(producer, total / 5);
	const best = {};
	for (let round = 0; round < ROUNDS; round++)
		for (const [name, producer] of Object.entries(producers)) {
			const figures = await measure(producer, total);
			console.log(
				`${name.padEnd(9)} ${figures.perSecond} appends/s, ${figures.cpuMicroseconds} µs CPU each, p50 ${figures.p50} ms, p99 ${figures.p99} ms`,
			);
			if (!(best[name]?.perSecond > figures.perSecond)) best[name] = figures;
		}
	console.log(
		`kafka / embedded: ${(best.kafka.perSecond / best.embedded.perSecond).toFixed(2)} × the rate, ${(best.kafka.cpuMicroseconds / best.embedded.cpuMicroseconds).toFixed(2)} × the CPU (${appenders} appenders, senders: ${senderCount}, linger ${lingerMs} ms)`,
	);
} finally {
	await kafka.close();
	await embedded.close();
	await cluster.remove();
	rmSync(directory, { recursive: true });
}
