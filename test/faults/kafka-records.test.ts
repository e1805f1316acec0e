import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { openEmbeddedQueue, openKafkaQueue } from "@footfall/queue";
import { RecordEnvelope } from "@footfall/shared/envelope/record-envelope";
import type { SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import { encodeQueuedReplay } from "@footfall/shared/queued-replay";
import { type EventStore, migrateStore, openStore, startLoader } from "@footfall/store";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders, runGateway } from "@footfall/testing/gateway/running-gateway";
import {
	type KafkaCluster,
	type KafkaNode,
	startKafka,
} from "@footfall/testing/kafka/kafka-broker";
import { missingKafka, startsOwnBrokers } from "@footfall/testing/kafka/kafka-distribution";
import {
	CLIENT_GENERATORS,
	missingClientGenerators,
} from "@footfall/testing/product/client-generators";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { queuedReplay } from "@footfall/testing/queued-replay-example";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

type Row = Record<string, unknown>;
type Options = Partial<Parameters<typeof openKafkaQueue>[0]>;

const NOW = Date.parse("2026-11-28T12:00:00Z");
const VISITORS = 7;

const visitorOf = (number: number) => (1 + (number % VISITORS)).toString(16).padStart(16, "0");

/** An event with values that only some have, by its number. */
const eventOf = (site: number, number: number): QueuedEvent =>
	queuedEvent({
		id: `event-${number}`,
		site: site as SiteNumber,
		visitor: visitorOf(number),
		pageId: `page-${visitorOf(number)}`,
		receivedAt: NOW + number * 1000,
		occurredAt: NOW + number * 1000 - 5,
		pageTitle: 'Ω "quoted" \u2028 😀',
		urlParameters: { utm_source: "x", "2": "y" },
		featureFlags: { beta: "on" },
		...(number % 3 === 0 && { ip: "192.0.2.7", visitorYesterday: visitorOf(number) }),
		...(number % 3 === 1 && {
			type: "custom_event",
			eventName: "purchase",
			properties: '{"b":1.50,"a":"\\u0041"}',
			revenue: "29.9",
			currency: "EUR",
			orderId: `order-${number}`,
		}),
		...(number % 3 === 2 && { type: "performance", lcp: 1200.25, cls: 0.01 }),
	});

describeWithEngine("records of JSON in Kafka", missingKafka(), () => {
	let kafka: KafkaCluster;
	let store: EventStore;
	const directory = createTemporaryDirectory();
	const undo: (() => unknown)[] = [];
	beforeAll(async () => {
		kafka = await startKafka();
		store = openStore({ directory: directory.path });
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

	const open = (topic: string, options: Options = {}) => {
		const queue = openKafkaQueue({
			...{ brokers: kafka.brokers, topic, groupId: topic, retryMs: 50 },
			...options,
		});
		undo.push(queue.close);
		return queue;
	};

	const newTopic = async () => {
		const topic = kafka.newTopic();
		await open(topic).createTopics({ partitions: 3 });
		return topic;
	};

	/** Appends events and, after them, one record of each other kind; every append waits for those before it. */
	const append = async (
		topic: string,
		site: number,
		numbers: readonly number[],
		given?: Options,
	) => {
		const producer = open(topic, given).producer();
		const key = (number: number) => `${site}:${visitorOf(number)}`;
		await Promise.all(
			numbers.map((number) =>
				producer.append({ key: key(number), value: encodeQueuedEvent(eventOf(site, number)) }),
			),
		);
		const [number = 0] = numbers;
		const visitor = visitorOf(number);
		const receivedAt = NOW + number * 1000;
		await producer.append({
			key: key(number),
			value: encodeQueuedIdentify({
				...{ id: `identify-${number}`, site: site as SiteNumber, receivedAt, visitor },
				...{ user: `user-${number}`, traits: { plan: "pro", "1": null }, isNewIdentify: false },
			}),
		});
		await producer.append({
			key: key(number),
			value: encodeQueuedReplay(
				queuedReplay({
					...{ batch: number.toString(16).padStart(16, "0"), site: site as SiteNumber, visitor },
					...{ receivedAt, startedAt: receivedAt, endedAt: receivedAt },
					...{ times: [receivedAt], lengths: [2], events: gzipSync("{}") },
				}),
			),
		});
		await producer.close();
	};

	const load = async (topic: string) => {
		const queue = open(topic);
		const loader = startLoader({
			store,
			consumer: queue.consumer({ minRecords: 1, maxWaitMs: 20, maxRecords: 1000 }),
			logger: silentLogger,
			blockRecords: 100,
		});
		undo.push(loader.close);
		await eventually(
			async () => (await queue.depth()).records,
			(records) => records === 0,
		);
		await loader.close();
	};

	/** Everything that is stored of a site, but for the place in the topic. */
	const storedOf = async (site: number) => {
		const rows = (text: string) => store.query<Row>(text, { site });
		return {
			events: await rows(
				"SELECT * EXCEPT (site_id, source, source_offset, session_id) FROM events WHERE site_id = {site:UInt32} ORDER BY event_id",
			),
			traits: await rows(
				"SELECT user_id, key, value FROM traits FINAL WHERE site_id = {site:UInt32} ORDER BY user_id, key",
			),
			replays: await rows(
				"SELECT * EXCEPT (site_id, source, source_offset, session_id) FROM replay_chunks FINAL WHERE site_id = {site:UInt32} ORDER BY batch_id, chunk",
			),
		};
	};

	interface Seen {
		key: string;
		partition: number;
		text: string;
	}

	/** What a plain consumer sees of a topic until it is enough: one object for each Kafka record. */
	const consume = async (topic: string, isEnough: (seen: readonly Seen[]) => boolean) => {
		const client = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING });
		const consumer = client.consumer({ groupId: `${topic}-plain` });
		undo.push(() => consumer.disconnect());
		const seen: Seen[] = [];
		await consumer.connect();
		await consumer.subscribe({ topics: [topic], fromBeginning: true });
		await consumer.run({
			eachMessage: async ({ partition, message }) => {
				seen.push({
					key: String(message.key),
					partition,
					text: String(message.value),
				});
			},
		});
		await eventually(async () => seen, isEnough);
		return seen;
	};

	const numbers = (from: number, to: number) =>
		Array.from({ length: to - from }, (_none, index) => from + index);

	it("are stored exactly as packed ones are, also when a topic has both", async () => {
		const [packed, json, mixed] = [await newTopic(), await newTopic(), await newTopic()];
		await append(packed, 1, numbers(0, 60));
		await append(packed, 1, numbers(60, 120));
		await append(json, 2, numbers(0, 60), { records: "json" });
		await append(json, 2, numbers(60, 120), { records: "json" });
		await append(mixed, 3, numbers(0, 60), { records: "json" });
		await append(mixed, 3, numbers(60, 120), { records: "packed" });
		for (const topic of [packed, json, mixed]) await load(topic);
		const expected = await storedOf(1);
		expect([expected.events.length, expected.traits.length, expected.replays.length]).toEqual([
			120, 4, 2,
		]);
		expect(await storedOf(2)).toEqual(expected);
		expect(await storedOf(3)).toEqual(expected);
	});

	it("are read by any consumer, in each visitor's order and with the visitor's key", async () => {
		const topic = await newTopic();
		await append(topic, 4, numbers(0, 100), { records: "json" });
		const seen = await consume(topic, ({ length }) => length >= 102);
		const envelopes = seen.map(({ key, text }) => {
			const { loader, ...envelope } = JSON.parse(text) as Row;
			expect(loader).toMatchObject({ crc32: expect.any(Number) });
			expect(JSON.stringify(envelope)).not.toContain("192.0.2.7");
			return { key, envelope: RecordEnvelope.parse(envelope) };
		});
		for (let visitor = 0; visitor < VISITORS; visitor++) {
			const own = numbers(0, 100).filter((number) => number % VISITORS === visitor);
			const key = `4:${visitorOf(visitor)}`;
			expect(
				envelopes
					.filter((one) => one.key === key && one.envelope.id.startsWith("event-"))
					.map(({ envelope }) => envelope.id),
			).toEqual(own.map((number) => `event-${number}`));
		}
		expect(envelopes.map(({ envelope }) => envelope.type)).toEqual(
			expect.arrayContaining(["identify", "replay", "custom_event"]),
		);
	});

	describeWithEngine("in Python", missingClientGenerators(), () => {
		it("are read by the consumer that the manual shows", async () => {
			const topic = await newTopic();
			await append(topic, 7, numbers(0, 30), { records: "json" });
			const manual = readFileSync(new URL("../../docs/kafka.md", import.meta.url), "utf8");
			const [, program = ""] = /```python\n(.*?)```/s.exec(manual) ?? [];
			const reader = new URL("../../examples/record-reader/read_topic.py", import.meta.url);
			expect(program).toBe(readFileSync(reader, "utf8"));
			const env = { ...process.env, PYTHONPATH: join(CLIENT_GENERATORS, "python") };
			const python = spawn("python3", ["-c", program, kafka.brokers.join(","), topic], {
				...{ env, stdio: ["ignore", "pipe", "inherit"] },
			});
			const ended = once(python, "close");
			undo.push(async () => {
				python.kill("SIGKILL");
				await ended;
			});
			const read: RecordEnvelope[] = [];
			for await (const line of createInterface({ input: python.stdout })) {
				read.push(RecordEnvelope.parse(JSON.parse(line)));
				if (read.length === 32) break;
			}
			const ids = read.map(({ id }) => id);
			expect(ids).toEqual(
				expect.arrayContaining(numbers(0, 30).map((number) => `event-${number}`)),
			);
			expect(read.find(({ id }) => id === "event-1")).toMatchObject({
				...{ page: { page_title: 'Ω "quoted" \u2028 😀' }, properties: { a: "A", b: 1.5 } },
			});
		});
	});

	it("come from a gateway as from one with packed records", async () => {
		const send = async (topic: string, given: Options) => {
			const gateway = await runGateway({ producer: open(topic, given).producer() });
			undo.push(gateway.stop);
			for (let number = 0; number < 20; number++) {
				const response = await fetch(`${gateway.url}/api/track`, {
					method: "POST",
					headers: browserHeaders,
					body: JSON.stringify({
						...{ site_id: "1", type: "pageview", hostname: "shop.example" },
						...{ id: `page-${number}`, pathname: `/${number}`, page_title: "Ω" },
					}),
				});
				expect(response.status).toBe(200);
			}
			return topic;
		};
		const json = await send(await newTopic(), { records: "json" });
		const packed = await send(await newTopic(), { records: "packed" });
		const seen = await consume(json, ({ length }) => length >= 20);
		const ids = (rows: readonly Row[]) => rows.map((row) => row["event_id"] ?? row["id"]);
		expect(ids(seen.map(({ text }) => JSON.parse(text) as Row))).toEqual(
			numbers(0, 20).map((number) => `page-${number}`),
		);
		expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
		await load(json);
		const pages = () =>
			store.query<Row>(
				"SELECT * EXCEPT (source, source_offset, session_id, timestamp, received_at, user_id) FROM events WHERE site_id = 1 AND startsWith(event_id, 'page-') ORDER BY length(event_id), event_id",
			);
		const stored = await pages();
		expect(ids(stored)).toEqual(numbers(0, 20).map((number) => `page-${number}`));
		// The ids are those of events that are stored already, so nothing new comes from the other topic.
		await load(packed);
		expect(await pages()).toEqual(stored);
	});

	it("are set aside and replayed like packed ones", async () => {
		const topic = await newTopic();
		const queue = open(topic, { records: "json" });
		const producer = queue.producer();
		await producer.append({
			key: "5:x",
			value: encodeQueuedEvent({ ...eventOf(5, 0), identifiedUser: 7 as unknown as string }),
		});
		await producer.append({ key: "5:x", value: '{"not":"ours"}' });
		await load(topic);
		const letters = await queue.deadLetters();
		expect(letters.map(({ reason }) => reason).sort()).toEqual([
			"TypeError: Not a queued event of version 1",
			"identifiedUser is not a string",
		]);
		expect(await queue.replayDeadLetters()).toBe(2);
		await load(topic);
		expect((await queue.deadLetters()).map(({ value }) => String(value)).sort()).toEqual(
			[...letters, ...letters].map(({ value }) => String(value)).sort(),
		);
	});

	it.runIf(startsOwnBrokers)(
		"survive a killed broker and a gateway that changes the form with a spill on its disk",
		async () => {
			const [broker] = kafka.nodes as [KafkaNode];
			const topic = await newTopic();
			const spillDirectory = mkdtempSync(join(tmpdir(), "footfall-spill-"));
			undo.push(() => rmSync(spillDirectory, { recursive: true }));
			/** A gateway's queue with its spill on the same disk as the one before it. */
			const start = (records: "packed" | "json") => {
				const spill = openEmbeddedQueue({ directory: spillDirectory, pollMs: 5 });
				const queue = openKafkaQueue({
					...{ brokers: kafka.brokers, topic, groupId: topic, records, spill },
					...{ deliveryTimeoutMs: 500 },
				});
				const producer = queue.producer();
				return {
					send: (from: number, to: number) =>
						Promise.all(
							numbers(from, to).map((number) =>
								producer.append({
									key: `6:${visitorOf(number)}`,
									value: encodeQueuedEvent(eventOf(6, number)),
								}),
							),
						),
					health: producer.health,
					stop: async () => {
						await queue.close();
						await spill.close();
					},
				};
			};
			const packed = start("packed");
			await packed.send(0, 50);
			await broker.kill();
			await packed.send(50, 100);
			await packed.stop();
			const json = start("json");
			await json.send(100, 150);
			await broker.start();
			await eventually(json.health, ({ spilledRecords }) => spilledRecords === 0);
			await json.send(150, 200);
			await json.stop();
			await load(topic);
			const { events } = await storedOf(6);
			expect(events.map((row) => row["event_id"]).sort()).toEqual(
				numbers(0, 200)
					.map((number) => `event-${number}`)
					.sort(),
			);
			// What the packed gateway spilled was delivered as JSON.
			await consume(
				topic,
				(seen) =>
					seen.some(({ text }) => text.includes('"id":"event-50"')) &&
					seen.some(({ text }) => !text.startsWith("{")),
			);
		},
	);
});
