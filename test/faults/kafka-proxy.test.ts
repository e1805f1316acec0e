import { readFileSync } from "node:fs";
import { openEmbeddedQueue, openKafkaQueue } from "@footfall/queue";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type FaultyProxy, type ProxyFault, startFaultyProxy } from "../support/faulty-proxy.ts";
import { type KafkaCluster, startKafka } from "../support/kafka-broker.ts";
import { missingKafka, startsOwnBrokers } from "../support/kafka-distribution.ts";
import { temporaryDirectory } from "../support/product.ts";
import { report } from "../support/promise-figures.ts";
import { createRecordLedger } from "../support/record-ledger.ts";
import { startRecordLoad } from "../support/record-load.ts";
import { describeWithEngine } from "../support/require-engine.ts";
import { rounds } from "../support/rounds.ts";

const FAULTS: ProxyFault[] = ["refuses", "swallows", "resets", "delays"];
const FAULT_SECONDS = rounds(3, 15);
const PER_SECOND = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const residentMebibytes = () =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

describeWithEngine("a way to Kafka that fails", missingKafka(), () => {
	let kafka: KafkaCluster;
	let proxy: FaultyProxy;
	const directory = temporaryDirectory();
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
		"delays nothing for good, loses nothing and keeps the order, whatever it does",
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
					60_000,
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
				60_000,
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
});
