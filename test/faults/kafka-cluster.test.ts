import { openKafkaQueue } from "@footfall/queue";
import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import { type KafkaCluster, startKafka } from "@footfall/testing/kafka/kafka-broker";
import { missingKafka, startsOwnBrokers } from "@footfall/testing/kafka/kafka-distribution";
import { createRecordLedger } from "@footfall/testing/queue/record-ledger";
import { startRecordLoad } from "@footfall/testing/queue/record-load";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, expect, it } from "vitest";

describeWithEngine("a Kafka cluster of three brokers", missingKafka(), () => {
	let kafka: KafkaCluster;
	beforeAll(async () => {
		kafka = await startKafka({ nodes: 3 });
	});
	afterAll(() => kafka.remove());

	it.runIf(startsOwnBrokers)("loses nothing and keeps order while its leaders move", async () => {
		const topic = kafka.newTopic();
		const queue = openKafkaQueue({
			brokers: kafka.brokers,
			topic,
			groupId: topic,
			retryMs: 50,
			deliveryTimeoutMs: 20_000,
			sessionTimeoutMs: 6000,
		});
		await queue.createTopics({ partitions: 6, replicas: 3 });
		const ledger = createRecordLedger();
		queue.consumer({ minRecords: 1, maxWaitMs: 50, maxRecords: 1000 }).start(ledger);
		const load = startRecordLoad(queue.producer(), { perSecond: 500 });
		await pause(1000);
		const [first, second] = kafka.nodes;
		// First a clean shutdown: its leaders move before it stops. Then a kill.
		await first?.stop();
		await pause(1500);
		await first?.start();
		await second?.kill();
		await pause(1500);
		await second?.start();
		await pause(1000);
		await load.stop();

		expect(load.refused()).toBe(0);
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
	});
});
