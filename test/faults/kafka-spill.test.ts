import {
	type EmbeddedQueue,
	type KafkaQueue,
	openEmbeddedQueue,
	openKafkaQueue,
} from "@footfall/queue";
import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import {
	type KafkaCluster,
	type KafkaNode,
	startKafka,
} from "@footfall/testing/kafka/kafka-broker";
import { missingKafka, startsOwnBrokers } from "@footfall/testing/kafka/kafka-distribution";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { createRecordLedger } from "@footfall/testing/queue/record-ledger";
import { nameOf, startRecordLoad } from "@footfall/testing/queue/record-load";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

describeWithEngine("a Kafka queue with a spill", missingKafka(), () => {
	let kafka: KafkaCluster;
	const directory = createTemporaryDirectory();
	let opened: { close(): Promise<void> }[] = [];
	beforeAll(async () => {
		kafka = await startKafka();
	});
	const closeAll = async () => {
		const closing = opened;
		opened = [];
		for (const part of closing) await part.close();
	};
	afterEach(closeAll);
	afterAll(async () => {
		await kafka.remove();
		directory.remove();
	});

	/** How much is sent in a given time depends on the load of the machine. */
	const spilled = (spill: EmbeddedQueue, atLeast: number) =>
		eventually(
			async () => spill.depth().records,
			(records) => records > atLeast,
		);

	const open = (topic: string, brokers = kafka.brokers): [KafkaQueue, EmbeddedQueue] => {
		const spill = openEmbeddedQueue({ directory: `${directory.path}/${topic}` });
		const queue = openKafkaQueue({
			brokers,
			topic,
			groupId: topic,
			spill,
			deliveryTimeoutMs: 1000,
		});
		opened.push(queue, spill);
		return [queue, spill];
	};

	const storedOf = async (queue: KafkaQueue, acknowledged: ReadonlySet<string>) => {
		const ledger = createRecordLedger();
		queue.consumer({ minRecords: 1, maxWaitMs: 50, maxRecords: 2000 }).start(ledger);
		await eventually(
			async () => {
				const stored = new Set(ledger.stored());
				return [...acknowledged].filter((name) => !stored.has(name)).length;
			},
			(missing) => missing === 0,
		);
		return ledger;
	};

	it.runIf(startsOwnBrokers)(
		"accepts everything while the broker is away for 10 s, and drains it in order",
		async () => {
			const [broker] = kafka.nodes as [KafkaNode];
			const topic = kafka.newTopic();
			const [queue, spill] = open(topic);
			await queue.createTopics({ partitions: 3 });
			const load = startRecordLoad(queue.producer(), { perSecond: 1000 });
			await pause(1000);
			await broker.stop();
			await pause(10_000);
			await spilled(spill, 5000);
			await broker.start();
			await eventually(
				async () => spill.depth().records,
				(records) => records === 0,
			);
			// Past the spill again: later records do not touch the disk.
			await pause(1000);
			expect(spill.depth().records).toBe(0);
			await load.stop();

			expect(load.refused()).toBe(0);
			const ledger = await storedOf(queue, load.acknowledged);
			expect(new Set(ledger.stored())).toEqual(load.acknowledged);
			expect(ledger.disordered()).toEqual([]);
		},
	);

	it.runIf(startsOwnBrokers)(
		"accepts everything while the broker does not answer, and keeps the order",
		async () => {
			const [broker] = kafka.nodes as [KafkaNode];
			const topic = kafka.newTopic();
			const [queue, spill] = open(topic);
			await queue.createTopics({ partitions: 3 });
			const load = startRecordLoad(queue.producer(), { perSecond: 1000 });
			await pause(1000);
			broker.freeze();
			await spilled(spill, 1000);
			broker.thaw();
			await eventually(
				async () => spill.depth().records,
				(records) => records === 0,
			);
			await load.stop();

			expect(load.refused()).toBe(0);
			const ledger = await storedOf(queue, load.acknowledged);
			expect(new Set(ledger.stored())).toEqual(load.acknowledged);
			expect(ledger.disordered()).toEqual([]);
		},
	);

	it("first drains what an earlier run has left", async () => {
		const topic = kafka.newTopic();
		const [creating] = open(topic);
		await creating.createTopics({ partitions: 3 });
		await closeAll();

		const [away, kept] = open(topic, ["127.0.0.1:1"]);
		const producer = away.producer();
		const names = new Set<string>();
		const append = async (to: typeof producer, number: number) => {
			const record = { key: `visitor-${number % 7}`, number };
			await to.append({ key: record.key, value: Buffer.from(JSON.stringify(record)) });
			names.add(nameOf(record));
		};
		await Promise.all(Array.from({ length: 3000 }, (_none, number) => append(producer, number)));
		expect(kept.depth().records).toBe(3000);
		await closeAll();

		const [back] = open(topic);
		const again = back.producer();
		await Promise.all(
			Array.from({ length: 3000 }, (_none, number) => append(again, 3000 + number)),
		);
		const ledger = await storedOf(back, names);
		expect(ledger.deliveries()).toBe(6000);
		expect(ledger.disordered()).toEqual([]);
	});
});
