import { join } from "node:path";
import { checkTarget, startDestinations } from "@footfall/destinations";
import { openKafkaQueue } from "@footfall/queue";
import type { Destination } from "@footfall/shared/destinations/destination";
import { RecordEnvelope } from "@footfall/shared/envelope/record-envelope";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { type EventStore, migrateStore, openStore, startLoader } from "@footfall/store";
import { openFileRegistry } from "@footfall/testing/destinations/file-registry";
import { type KafkaCluster, startKafka } from "@footfall/testing/kafka/kafka-broker";
import { missingKafka } from "@footfall/testing/kafka/kafka-distribution";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const VISITORS = 5;

describeWithEngine("a destination in Kafka, of a queue in Kafka", missingKafka(), () => {
	let kafka: KafkaCluster;
	let store: EventStore;
	const directory = createTemporaryDirectory();
	const undo: (() => unknown)[] = [];
	beforeAll(async () => {
		kafka = await startKafka();
		store = openStore({ directory: join(directory.path, "store") });
		await migrateStore(store);
	});
	afterEach(async () => {
		for (const step of undo.splice(0).reverse()) await step();
	});
	afterAll(async () => {
		await store?.close();
		await kafka?.remove();
		directory.remove();
	});

	const client = () => new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING });

	const createTopic = async () => {
		const topic = kafka.newTopic();
		const admin = client().admin();
		await admin.connect();
		await admin.createTopics({ waitForLeaders: true, topics: [{ topic, numPartitions: 3 }] });
		await admin.disconnect();
		return topic;
	};

	const destinationIn = (topic: string): Destination => ({
		...{ id: 1, version: 1, name: "Topic", isPaused: false, secret: "", start: "history" },
		target: { kind: "kafka", brokers: kafka.brokers, topic, tls: false },
		filter: { hasBots: false },
	});

	const visitorOf = (number: number) => (1 + (number % VISITORS)).toString().padStart(16, "0");

	/** Begins to load events from a new topic. */
	const load = async (events: number) => {
		const topic = kafka.newTopic();
		const queue = openKafkaQueue({ brokers: kafka.brokers, topic, groupId: topic });
		undo.push(queue.close);
		await queue.createTopics({ partitions: 3 });
		const producer = queue.producer();
		await Promise.all(
			Array.from({ length: events }, (_none, number) =>
				producer.append({
					key: `1:${visitorOf(number)}`,
					value: encodeQueuedEvent(
						queuedEvent({ id: String(number), visitor: visitorOf(number), pageTitle: "Ω 😀" }),
					),
				}),
			),
		);
		const loader = startLoader({
			...{ store, logger: silentLogger },
			consumer: queue.consumer({ minRecords: 1, maxWaitMs: 20, maxRecords: 50 }),
		});
		undo.push(loader.close);
		return { queue, topic };
	};

	it("gets each event as an envelope, in each visitor's order", async () => {
		const { queue } = await load(300);
		const topic = await createTopic();
		const destination = destinationIn(topic);
		await expect.poll(() => checkTarget(destination, { privateNetworks: true })).toBe("");
		const destinations = startDestinations({
			registry: openFileRegistry(join(directory.path, "progress.json"), [destination]),
			privateNetworks: true,
			...{ store, committed: queue.committed, logger: silentLogger, pollMs: 20 },
		});
		undo.push(destinations.close);

		const seen: { key: string; envelope: RecordEnvelope }[] = [];
		const consumer = client().consumer({ groupId: `${topic}-test` });
		undo.push(() => consumer.disconnect());
		await consumer.connect();
		await consumer.subscribe({ topics: [topic], fromBeginning: true });
		await consumer.run({
			eachMessage: async ({ message }) => {
				const envelope = RecordEnvelope.parse(JSON.parse(String(message.value)));
				seen.push({ key: String(message.key), envelope });
			},
		});
		await expect.poll(() => seen.length).toBe(300);
		for (let visitor = 0; visitor < VISITORS; visitor++) {
			const own = seen.filter(({ key }) => key === `1:${visitorOf(visitor)}`);
			const ids = own.map(({ envelope }) => Number(envelope.id));
			expect(ids).toEqual(Array.from({ length: 60 }, (_none, index) => visitor + index * VISITORS));
		}
		expect(seen[0]?.envelope).toMatchObject({
			...{ page: { page_title: "Ω 😀" }, session: expect.stringMatching(/^[0-9a-f]{16}$/) },
		});
	});

	it("is refused in a topic of the queue, under any names of its brokers, and nothing is sent there", async () => {
		const { queue, topic } = await load(10);
		const permitted = { privateNetworks: true, queue: { brokers: kafka.brokers, topics: [topic] } };
		const brokers = kafka.brokers.map((broker) => broker.replace("127.0.0.1", "localhost"));
		const destination = {
			...destinationIn(topic),
			target: { kind: "kafka" as const, brokers, topic, tls: false },
		};
		expect(await checkTarget(destination, permitted)).toContain("name another topic");
		const other = destinationIn(await createTopic());
		// A new topic is not known to every broker at once.
		await expect.poll(() => checkTarget(other, permitted)).toBe("");

		const admin = client().admin();
		await admin.connect();
		undo.push(() => admin.disconnect());
		const before = await admin.fetchTopicOffsets(topic);
		const registry = openFileRegistry(join(directory.path, "queue.json"), [destination]);
		const destinations = startDestinations({
			...{ registry, store, committed: queue.committed, logger: silentLogger, pollMs: 20 },
			...permitted,
		});
		undo.push(destinations.close);
		await expect
			.poll(async () => await registry.claim(1, 0))
			.toMatchObject({
				...{ phase: "failing", delivered: 0 },
				failure: expect.stringContaining("name another topic"),
			});
		expect(await admin.fetchTopicOffsets(topic)).toEqual(before);
	});

	it("says what to change if there is no such topic", async () => {
		expect(await checkTarget(destinationIn("nothing-here"), { privateNetworks: true })).toContain(
			'topic "nothing-here" does not exist',
		);
	});
});
