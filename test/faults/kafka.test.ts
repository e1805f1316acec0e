import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue, openKafkaQueue, QueueUnavailableError } from "@footfall/queue";
import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import {
	type KafkaCluster,
	type KafkaNode,
	startKafka,
} from "@footfall/testing/kafka/kafka-broker";
import { missingKafka, startsOwnBrokers } from "@footfall/testing/kafka/kafka-distribution";
import { fenceProducers, producersOf } from "@footfall/testing/kafka/kafka-fencing";
import { createRecordLedger } from "@footfall/testing/queue/record-ledger";
import { recordOf, startRecordLoad } from "@footfall/testing/queue/record-load";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const SOON = { minRecords: 1, maxWaitMs: 50, maxRecords: 1000 };

describeWithEngine("a queue in Kafka", missingKafka(), () => {
	let kafka: KafkaCluster;
	const opened: { close(): Promise<void> }[] = [];
	beforeAll(async () => {
		kafka = await startKafka();
	});
	afterEach(async () => {
		for (const queue of opened.splice(0)) await queue.close();
	});
	afterAll(() => kafka.remove());

	const open = (options: Partial<Parameters<typeof openKafkaQueue>[0]> = {}) => {
		const topic = kafka.newTopic();
		const queue = openKafkaQueue({
			brokers: kafka.brokers,
			topic,
			groupId: topic,
			retryMs: 50,
			...options,
		});
		opened.push(queue);
		return { queue, topic };
	};

	it("names the command that creates a missing topic", async () => {
		const { queue, topic } = open({ deliveryTimeoutMs: 3000 });
		await expect(queue.producer().append({ key: "a", value: Buffer.from("1") })).rejects.toThrow(
			new QueueUnavailableError(
				`Kafka did not accept records within 3000 ms: topic "${topic}" does not exist on this cluster; create it with "footfall topics"`,
			),
		);
	});

	it("is not ready without its topic, with or without a disk for records meanwhile", async () => {
		const missing = (topic: string) =>
			`topic "${topic}" does not exist on this cluster; create it with "footfall topics"`;
		const { queue, topic } = open();
		// A broker that has just started may still be electing the coordinator of groups.
		await expect
			.poll(() => queue.producer().health())
			.toMatchObject({ canStore: false, reason: missing(topic) });
		await expect(queue.depth()).rejects.toThrow(missing(topic));

		const directory = mkdtempSync(join(tmpdir(), "footfall-spill-"));
		const spill = openEmbeddedQueue({ directory });
		const spilling = open({ spill });
		await expect
			.poll(() => spilling.queue.producer().health())
			.toMatchObject({ canStore: false, reason: missing(spilling.topic) });
		await spilling.queue.createTopics({ partitions: 1 });
		await expect
			.poll(() => spilling.queue.producer().health())
			.toMatchObject({ canStore: true, reason: "" });
		await spilling.queue.close();
		await spill.close();
		rmSync(directory, { recursive: true });
	});

	it("creates its topics once, and reports them", async () => {
		const { queue, topic } = open();
		const report = (created: boolean) => [
			{ topic, partitions: 3, created },
			{ topic: `${topic}-dead-letters`, partitions: 1, created },
		];
		expect(await queue.createTopics({ partitions: 3 })).toEqual(report(true));
		expect(await queue.createTopics({ partitions: 3 })).toEqual(report(false));
	});

	it("delivers what was appended, in order, and counts what remains", async () => {
		const { queue, topic } = open();
		await queue.createTopics({ partitions: 3 });
		const load = startRecordLoad(queue.producer(), { perSecond: 2000 });
		await pause(1500);
		await load.stop();
		expect(load.refused()).toBe(0);

		const waiting = await queue.depth();
		expect(waiting.records).toBeGreaterThan(0);
		expect(waiting.records).toBeLessThan(load.acknowledged.size);
		expect(waiting.oldestAgeMs).toBeGreaterThan(500);
		expect(waiting.oldestAgeMs).toBeLessThan(60_000);

		const ledger = createRecordLedger();
		queue.consumer(SOON).start(ledger);
		await eventually(
			async () => ledger.stored().length,
			(stored) => stored === load.acknowledged.size,
		);
		expect(new Set(ledger.stored())).toEqual(load.acknowledged);
		expect(ledger.disordered()).toEqual([]);
		expect(ledger.owned()).toEqual(
			[0, 1, 2].map((number) => expect.stringMatching(`/${topic}/${number}$`)),
		);
		expect(await eventually(queue.depth, ({ records }) => records === 0)).toEqual({
			records: 0,
			oldestAgeMs: 0,
		});
	});

	it("redelivers a batch that the handler rejected, and loses none of it", async () => {
		const { queue } = open();
		await queue.createTopics({ partitions: 1 });
		const producer = queue.producer();
		let refusals = 2;
		const ledger = createRecordLedger(() => {
			if (refusals-- > 0) throw new Error("the store is away");
		});
		queue.consumer(SOON).start(ledger);
		await producer.append({ key: "a", value: Buffer.from('{"key":"a","number":0}') });
		await eventually(
			async () => ledger.stored(),
			(stored) => stored.length === 1,
		);
		expect(refusals).toBe(-1);
	});

	it("keeps a batch together with its commit when it is closed", async () => {
		const { queue } = open();
		await queue.createTopics({ partitions: 1 });
		const producer = queue.producer();
		const consumer = queue.consumer(SOON);
		let handling: () => void = () => undefined;
		const inHand = new Promise<void>((resolve) => {
			handling = resolve;
		});
		const first = createRecordLedger(async () => {
			handling();
			await pause(300);
		});
		consumer.start(first);
		await producer.append({ key: "a", value: Buffer.from('{"key":"a","number":0}') });
		await inHand;
		await consumer.close();
		expect(first.stored()).toEqual(["a#0"]);
		await producer.append({ key: "a", value: Buffer.from('{"key":"a","number":1}') });
		const second = createRecordLedger();
		queue.consumer(SOON).start(second);
		await eventually(
			async () => second.stored(),
			(stored) => stored.length > 0,
		);
		expect(second.stored()).toEqual(["a#1"]);
	});

	it("sets a record aside with its reason, and replays it under its key", async () => {
		const { queue } = open();
		await queue.createTopics({ partitions: 3 });
		const producer = queue.producer();
		const consumer = queue.consumer(SOON);
		let poisoned = true;
		const delivered: { offset: number; partition: string }[] = [];
		const ledger = createRecordLedger(async ({ partition, records }) => {
			for (const record of records) delivered.push({ offset: record.offset, partition });
			for (const record of records)
				if (poisoned && recordOf(record).number === 1)
					await consumer.setAside(partition, record, "its number is 1");
		});
		consumer.start(ledger);
		const append = (number: number) =>
			producer.append({ key: "a", value: Buffer.from(`{"key":"a","number":${number}}`) });
		// The first one is sent alone, since nothing is known of the topic yet; the others share a record.
		await append(0);
		await Promise.all([append(1), append(2)]);
		await eventually(
			async () => ledger.deliveries(),
			(deliveries) => deliveries === 3,
		);
		const [letter, ...more] = await queue.deadLetters();
		expect(more).toEqual([]);
		expect(letter).toEqual({
			offset: 256,
			reason: "its number is 1",
			at: expect.any(Number),
			value: Buffer.from('{"key":"a","number":1}'),
		});

		poisoned = false;
		expect(await queue.replayDeadLetters()).toBe(1);
		await eventually(
			async () => ledger.deliveries(),
			(deliveries) => deliveries === 4,
		);
		// The same key is stored in the same partition, at the next offset.
		expect(delivered).toEqual(
			[0, 256, 257, 512].map((offset) => ({ offset, partition: delivered[0]?.partition })),
		);
		expect(await queue.replayDeadLetters()).toBe(0);
	});

	it("reads records of one value each, as earlier versions wrote them, followed by its own", async () => {
		const { queue, topic } = open();
		await queue.createTopics({ partitions: 1 });
		const earlier = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).producer();
		await earlier.connect();
		const values = [0, 1].map((number) => ({
			key: "a",
			value: JSON.stringify({ key: "a", number }),
		}));
		await earlier.send({ topic, messages: values });
		await earlier.disconnect();
		const producer = queue.producer();
		for (const number of [2, 3, 4])
			await producer.append({ key: "a", value: Buffer.from(`{"key":"a","number":${number}}`) });
		const ledger = createRecordLedger();
		queue.consumer(SOON).start(ledger);
		expect(
			await eventually(
				async () => ledger.stored(),
				(stored) => stored.length === 5,
			),
		).toEqual(["a#0", "a#1", "a#2", "a#3", "a#4"]);
	});

	it.runIf(startsOwnBrokers)(
		"replaces a producer that the broker has fenced, without losing a record",
		async () => {
			const { queue, topic } = open();
			await queue.createTopics({ partitions: 2 });
			const load = startRecordLoad(queue.producer(), { perSecond: 500 });
			await eventually(
				async () => load.acknowledged.size,
				(acknowledged) => acknowledged > 200,
			);
			const fenced = await fenceProducers(kafka.brokers, topic);
			const before = load.acknowledged.size;
			await eventually(
				async () => load.acknowledged.size,
				(acknowledged) => acknowledged > before + 500,
			);
			await load.stop();
			expect(load.refused()).toBe(0);
			const all = await producersOf(kafka.brokers, topic);
			expect(fenced.length).toBeGreaterThan(0);
			expect(all.length).toBe(2 * fenced.length);
			const ledger = createRecordLedger();
			queue.consumer(SOON).start(ledger);
			await eventually(
				async () => new Set(ledger.stored()).size,
				(stored) => stored >= load.acknowledged.size,
			);
			expect(new Set(ledger.stored())).toEqual(load.acknowledged);
			expect(ledger.disordered()).toEqual([]);
		},
	);

	it.runIf(startsOwnBrokers)(
		"still has every acknowledged record after the broker was killed",
		async () => {
			const [broker] = kafka.nodes as [KafkaNode];
			const { queue } = open();
			await queue.createTopics({ partitions: 3 });
			const load = startRecordLoad(queue.producer(), { perSecond: 2000 });
			// However fast the machine is, records are on their way when the broker dies.
			const more = async () => {
				const enough = load.acknowledged.size + 500;
				await eventually(
					async () => load.acknowledged.size,
					(acknowledged) => acknowledged >= enough,
				);
			};
			for (let round = 0; round < 2; round++) {
				await more();
				await pause(700 * Math.random());
				await broker.kill();
				await broker.start();
			}
			await more();
			await load.stop();
			const ledger = createRecordLedger();
			queue.consumer(SOON).start(ledger);
			const stored = await eventually(
				async () => new Set(ledger.stored()),
				(names) => [...load.acknowledged].every((name) => names.has(name)),
			);
			expect(load.acknowledged.size).toBeGreaterThan(1000);
			expect(stored.size).toBeGreaterThanOrEqual(load.acknowledged.size);
			expect(ledger.steppedBack()).toEqual([]);
		},
	);
});
