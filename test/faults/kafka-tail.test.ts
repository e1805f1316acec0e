import { openKafkaQueue, type ReaderOptions, type ReadItem } from "@footfall/queue";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { eventually } from "@footfall/testing/eventually";
import { type KafkaCluster, startKafka } from "@footfall/testing/kafka/kafka-broker";
import { missingKafka } from "@footfall/testing/kafka/kafka-distribution";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const KEYS = 20;

describeWithEngine("a reader of a topic", missingKafka(), () => {
	let kafka: KafkaCluster;
	const undo: (() => unknown)[] = [];
	beforeAll(async () => {
		kafka = await startKafka();
	});
	afterEach(async () => {
		for (const step of undo.splice(0).reverse()) await step();
	});
	afterAll(() => kafka?.remove());

	const openTopic = async () => {
		const topic = kafka.newTopic();
		const open = (records: "packed" | "json") => {
			const queue = openKafkaQueue({
				...{ brokers: kafka.brokers, topic, groupId: topic, records },
			});
			undo.push(queue.close);
			return queue;
		};
		const packed = open("packed");
		await packed.createTopics({ partitions: 3 });
		const producers = { packed: packed.producer(), json: open("json").producer() };
		let next = 0;
		/** Appends events with ascending numbers as ids. */
		const append = (records: "packed" | "json", count: number) =>
			Promise.all(
				Array.from({ length: count }, () => {
					const number = next++;
					return producers[records].append({
						key: `1:${number % KEYS}`,
						value: encodeQueuedEvent(queuedEvent({ id: String(number) })),
					});
				}),
			);
		return { topic, queue: packed, append };
	};

	const idOf = (item: ReadItem) =>
		item.kind === "record"
			? Number((JSON.parse(Buffer.from(item.value).toString()) as unknown[])[1])
			: item.reason;
	const numbers = (from: number, to: number) =>
		Array.from({ length: to - from }, (_none, index) => from + index);
	const sorted = (ids: readonly (number | string)[]) =>
		[...ids].sort((one, other) => Number(one) - Number(other));

	const start = async (
		{ queue }: Awaited<ReturnType<typeof openTopic>>,
		given: Partial<ReaderOptions>,
	) => {
		const stopping = new AbortController();
		const reader = await queue.reader({
			...{ from: "beginning", follow: false, signal: stopping.signal },
			...given,
		});
		const ids: (number | string)[] = [];
		const ended = (async () => {
			for await (const item of reader.items()) ids.push(idOf(item));
			return { ids, position: reader.position() };
		})();
		undo.push(async () => {
			stopping.abort();
			await ended;
		});
		return { ids, ended, reader, stop: () => stopping.abort() };
	};
	const readAll = async (...given: Parameters<typeof start>) => (await start(...given)).ended;

	it("reads both forms to the end, keys in order, and continues from its position", async () => {
		const topic = await openTopic();
		await topic.append("packed", 300);
		await topic.append("json", 300);
		const first = await readAll(topic, {});
		expect(sorted(first.ids)).toEqual(numbers(0, 600));
		for (let key = 0; key < KEYS; key++) {
			const own = first.ids.filter((id) => Number(id) % KEYS === key);
			expect(own).toEqual(sorted(own));
		}
		await topic.append("json", 50);
		await topic.append("packed", 50);
		const second = await readAll(topic, { from: { position: first.position } });
		expect(sorted(second.ids)).toEqual(numbers(600, 700));
		const again = await readAll(topic, { until: { position: first.position } });
		expect(sorted(again.ids)).toEqual(numbers(0, 600));
		// The loaders' position is where it was.
		expect((await topic.queue.depth()).records).toBeGreaterThan(300);
	});

	it("continues within a packed record", async () => {
		const topic = await openTopic();
		await topic.append("packed", 400);
		const stopping = new AbortController();
		const reader = await topic.queue.reader({
			...{ from: "beginning", follow: false, signal: stopping.signal },
		});
		const ids: (number | string)[] = [];
		for await (const item of reader.items()) {
			ids.push(idOf(item));
			if (ids.length === 123) break;
		}
		const rest = await readAll(topic, { from: { position: reader.position() } });
		expect(sorted([...ids, ...rest.ids])).toEqual(numbers(0, 400));
	});

	it("follows, from the end or a time on, until a time or until it is stopped", async () => {
		const topic = await openTopic();
		await topic.append("json", 100);
		const since = Date.now() + 1;
		await eventually(
			async () => Date.now(),
			(now) => now > since,
		);
		const following = await start(topic, { from: "end", follow: true });
		await topic.append("json", 100);
		await eventually(
			async () => following.ids.length,
			(length) => length === 100,
		);
		expect(sorted(following.ids)).toEqual(numbers(100, 200));
		const timed = await start(topic, {
			...{ from: { appendedAt: since }, until: { appendedAt: Date.now() + 3000 }, follow: true },
		});
		await topic.append("packed", 100);
		expect(sorted((await timed.ended).ids)).toEqual(numbers(100, 300));
		following.stop();
		expect(sorted((await following.ended).ids)).toEqual(numbers(100, 300));
	});

	it("names what the topic no longer has, and refuses positions that do not fit", async () => {
		const topic = await openTopic();
		const { position: empty } = await readAll(topic, {});
		await topic.append("json", 90);
		const admin = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).admin();
		await admin.connect();
		const ends = await admin.fetchTopicOffsets(topic.topic);
		await admin.deleteTopicRecords({
			topic: topic.topic,
			partitions: ends.map(({ partition, offset }) => ({ partition, offset })),
		});
		await admin.disconnect();
		await topic.append("json", 30);
		const { ids } = await readAll(topic, { from: { position: empty } });
		expect(ids.filter((id) => typeof id === "string")).toEqual(
			ends.filter(({ offset }) => offset !== "0").map(() => "older than the topic's retention"),
		);
		expect(sorted(ids.filter((id) => typeof id === "number"))).toEqual(numbers(90, 120));
		const from = { position: empty.replace("0=0", "0=99999999") };
		await expect(readAll(topic, { from })).rejects.toThrow("is after the end of partition 0");
		await expect(readAll(topic, { from: { position: "a/b:0=1" } })).rejects.toThrow(
			"belongs to another log",
		);
	});
});
