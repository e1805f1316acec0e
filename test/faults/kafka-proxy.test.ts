import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openEmbeddedQueue, openKafkaQueue } from "@footfall/queue";
import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import { type KafkaCluster, startKafka } from "@footfall/testing/kafka/kafka-broker";
import { missingKafka, startsOwnBrokers } from "@footfall/testing/kafka/kafka-distribution";
import {
	type FaultyProxy,
	type ProxyFault,
	startFaultyProxy,
} from "@footfall/testing/network/faulty-proxy";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { createRecordLedger } from "@footfall/testing/queue/record-ledger";
import { startRecordLoad } from "@footfall/testing/queue/record-load";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, expect, it } from "vitest";

const FAULTS: ProxyFault[] = ["refuses", "swallows", "resets", "delays"];
const FAULT_SECONDS = rounds(3, 15);
const PER_SECOND = 500;
/** Only in `npm run test:faults`: a leak shows only after a while. */
const MEMORY_ROUNDS = rounds(0, 12);
const MEMORY_FAULT_SECONDS = 1.2;
/** The engine keeps compiling: 0.05 MB a round. Keeping a round's records would be ten times this limit. */
const MOST_MEGABYTES_PER_ROUND = 0.2;

const residentMebibytes = () =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Live memory, in MB. */
const liveMegabytes = (): number => {
	// Twice: objects released by the first collection may have held more.
	collectGarbage();
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 1e6;
};

/** The growth of a series per step, by least squares. */
const slopeOf = (series: readonly number[]): number => {
	const middle = (series.length - 1) / 2;
	const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
	const sums = series.reduce(
		({ above, below }, value, index) => ({
			above: above + (index - middle) * (value - mean),
			below: below + (index - middle) ** 2,
		}),
		{ above: 0, below: 0 },
	);
	return sums.above / sums.below;
};

describeWithEngine("a faulty network path to Kafka", missingKafka(), () => {
	let kafka: KafkaCluster;
	let proxy: FaultyProxy;
	const directory = createTemporaryDirectory();
	beforeAll(async () => {
		kafka = await startKafka({ proxied: true });
		const { port = 0, advertised = 0 } = kafka.proxied ?? {};
		if (startsOwnBrokers) proxy = await startFaultyProxy(advertised, port);
	});
	afterAll(async () => {
		await proxy?.close();
		await kafka?.remove();
		directory.remove();
	});

	it.runIf(startsOwnBrokers)(
		"delays nothing forever, loses nothing and keeps the order, whatever the fault",
		async (context) => {
			const topic = kafka.newTopic();
			const brokers = [`127.0.0.1:${kafka.proxied?.advertised}`];
			const spill = openEmbeddedQueue({ directory: directory.path });
			const queue = openKafkaQueue({
				brokers,
				topic,
				groupId: topic,
				spill,
				deliveryTimeoutMs: 1000,
				requestTimeoutMs: 2000,
			});
			await queue.createTopics({ partitions: 3 });
			const producer = queue.producer();
			const load = startRecordLoad(producer, { perSecond: PER_SECOND });
			await pause(1000);
			const memory = [residentMebibytes()];
			for (const fault of FAULTS) {
				await proxy.fail(fault);
				await pause(1000 * FAULT_SECONDS);
				expect(await producer.health()).toMatchObject({ canStore: true });
				await proxy.fail(undefined);
				await eventually(
					async () => spill.depth().records,
					(records) => records === 0,
				);
				memory.push(residentMebibytes());
			}
			await load.stop();
			expect(load.refused()).toBe(0);

			const ledger = createRecordLedger();
			queue.consumer({ minRecords: 1, maxWaitMs: 50, maxRecords: 2000 }).start(ledger);
			await eventually(
				async () => {
					const stored = new Set(ledger.stored());
					return [...load.acknowledged].filter((name) => !stored.has(name)).length;
				},
				(missing) => missing === 0,
			);
			expect(new Set(ledger.stored())).toEqual(load.acknowledged);
			expect(ledger.disordered()).toEqual([]);
			await queue.close();
			await spill.close();
			report(
				context,
				"P2",
				`${FAULTS.join(", ")} for ${FAULT_SECONDS} s each at ${PER_SECOND}/s: ${load.acknowledged.size} acknowledged = drained, in order; RSS after each ${memory.map(Math.round).join(", ")} MB`,
			);
		},
		400_000,
	);

	it.runIf(startsOwnBrokers && MEMORY_ROUNDS > 0)(
		"leaks no memory, however often it fails",
		async (context) => {
			const topic = kafka.newTopic();
			const spillDirectory = createTemporaryDirectory();
			const spill = openEmbeddedQueue({ directory: spillDirectory.path });
			const queue = openKafkaQueue({
				brokers: [`127.0.0.1:${kafka.proxied?.advertised}`],
				topic,
				groupId: topic,
				spill,
				deliveryTimeoutMs: 1000,
				requestTimeoutMs: 2000,
			});
			await queue.createTopics({ partitions: 3 });
			const producer = queue.producer();
			// Counts only: a list of all names would itself grow.
			const counts = { sent: 0, stored: 0, refused: 0 };
			const began = performance.now();
			const timer = setInterval(() => {
				const due = ((performance.now() - began) / 1000) * PER_SECOND;
				for (; counts.sent < due; counts.sent++)
					producer
						.append({ key: `visitor-${counts.sent % 50}`, value: Buffer.from(`${counts.sent}`) })
						.then(
							() => counts.stored++,
							() => counts.refused++,
						);
			}, 5);

			const live: number[] = [];
			const resident: number[] = [];
			for (let round = 0; round < Math.max(MEMORY_ROUNDS, 6); round++) {
				for (const fault of FAULTS) {
					await proxy.fail(fault);
					await pause(1000 * MEMORY_FAULT_SECONDS);
					await proxy.fail(undefined);
					await eventually(
						async () => spill.depth().records,
						(records) => records === 0,
					);
				}
				// Records in flight when the last fault ended have arrived by then.
				await pause(500);
				live.push(liveMegabytes());
				resident.push(residentMebibytes());
			}
			clearInterval(timer);
			await eventually(
				async () => counts.sent - counts.stored,
				(waiting) => waiting === 0,
			);
			await queue.close();
			await spill.close();
			spillDirectory.remove();

			const later = live.slice(Math.floor(live.length / 3));
			const slope = slopeOf(later);
			report(
				context,
				"P2",
				`${live.length} rounds of all faults, ${counts.stored} records: ${live.map((megabytes) => megabytes.toFixed(1)).join(", ")} MB alive after each, ${slope.toFixed(2)} MB more with each of the later ones; RSS ${resident.map(Math.round).join(", ")} MB`,
			);
			expect(counts.refused).toBe(0);
			expect(slope).toBeLessThan(MOST_MEGABYTES_PER_ROUND);
		},
		900_000,
	);
});
