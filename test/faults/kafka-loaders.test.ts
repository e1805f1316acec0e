import { openKafkaQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { pause } from "@footfall/shared/waiting/pause";
import { type EventStore, migrateStore, openStore, startLoader } from "@footfall/store";
import { eventually } from "@footfall/testing/eventually";
import { type KafkaCluster, startKafka } from "@footfall/testing/kafka/kafka-broker";
import { missingKafka } from "@footfall/testing/kafka/kafka-distribution";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, expect, it } from "vitest";

const VISITORS = 60;
const ROUNDS = rounds(3, 20);
const PER_ROUND = 1500;

describeWithEngine("loaders that share a topic", missingKafka(), () => {
	let kafka: KafkaCluster;
	let store: EventStore;
	const directory = createTemporaryDirectory();
	beforeAll(async () => {
		kafka = await startKafka();
		store = openStore({ directory: directory.path });
		await migrateStore(store);
	});
	afterAll(async () => {
		await store?.close();
		await kafka?.remove();
		directory.remove();
	});

	it("store each event once and keep each visit whole while one joins and leaves", async (context) => {
		const topic = kafka.newTopic();
		const open = () => openKafkaQueue({ brokers: kafka.brokers, topic, groupId: topic });
		const queue = open();
		await queue.createTopics({ partitions: 4 });
		const startOne = () => {
			const own = open();
			const loader = startLoader({
				store,
				consumer: own.consumer({ minRecords: 1, maxWaitMs: 20, maxRecords: 200 }),
				logger: silentLogger,
				blockRecords: 60,
			});
			return async () => {
				await loader.close();
				await own.close();
			};
		};
		const stopFirst = startOne();
		const producer = queue.producer();
		const random = createRandom(6);
		const began = Date.now();
		const sent: string[] = [];
		const visitorOf = (number: number) => (number % VISITORS).toString(16).padStart(16, "0");
		const send = (number: number) =>
			producer.append({
				key: visitorOf(number),
				value: encodeQueuedEvent(
					queuedEvent({
						id: String(number),
						visitor: visitorOf(number),
						occurredAt: began + number,
					}),
				),
			});
		let repeated = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const stopSecond = startOne();
			for (let batch = 0; batch < 15; batch++) {
				const appends: Promise<void>[] = [];
				for (let index = 0; index < PER_ROUND / 15; index++) {
					const number = sent.length;
					sent.push(String(number));
					appends.push(send(number));
					if (random() < 0.1) {
						appends.push(send(Math.floor(random() * number)));
						repeated++;
					}
				}
				await Promise.all(appends);
				await pause(100 * random());
			}
			await stopSecond();
		}
		const count = async (what: string) =>
			(await store.query<{ count: number }>(`SELECT ${what} AS count FROM events`))[0]?.count ?? 0;
		await eventually(
			() => count("uniqExact(event_id)"),
			(ids) => ids >= sent.length,
		);
		await eventually(
			async () => (await queue.depth()).records,
			(records) => records === 0,
		);
		expect(await count("count()")).toBe(sent.length);
		expect(await count("uniqExact(session_id)")).toBe(VISITORS);
		await stopFirst();
		await queue.close();
		report(
			context,
			"P6",
			`${repeated} of ${sent.length} events sent again while a second loader came and went ${ROUNDS} times: one row each, ${VISITORS} sessions complete`,
		);
	}, 600_000);
});
