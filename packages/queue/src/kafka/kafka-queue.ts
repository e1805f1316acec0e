import { type Logger, silentLogger } from "@footfall/shared/logger";
import { openParts } from "../driver/open-parts.ts";
import type {
	Committed,
	Consumer,
	ConsumerOptions,
	DeadLetter,
	Producer,
	QueueDepth,
} from "../driver/queue.ts";
import type { QueueReader, ReaderOptions } from "../driver/reader.ts";
import { deadLetterTopicOf } from "./address.ts";
import { committedIn } from "./committed.ts";
import { createClient, explained, type KafkaConnection } from "./connection.ts";
import { createKafkaConsumer, type KafkaConsumerOptions } from "./consumer.ts";
import { deadLetterHeaders, listDeadLetters, replayDeadLetters } from "./dead-letters.ts";
import { createDepthMeter } from "./depth.ts";
import { openIdempotentProducer } from "./idempotent-producer.ts";
import { keyedMessageOf } from "./keyed-message.ts";
import { createOrderedSender } from "./ordered-sender.ts";
import { createKafkaProducer, createOrderedSenders } from "./producer.ts";
import type { RecordForm } from "./record-form.ts";
import type { SenderBatch } from "./sender-batch.ts";
import { createSpillingProducer, type SpillingProducer, type SpillQueue } from "./spill.ts";
import { openTopicReader } from "./topic-reader.ts";
import { createKafkaTopics, type TopicLayout, type TopicReport } from "./topics.ts";

export interface KafkaQueueOptions extends KafkaConnection {
	/** Topic of the records; it must exist (`createTopics`). */
	topic: string;
	/** Topic of records that cannot be processed. Default: `<topic>-dead-letters`. */
	deadLetterTopic?: string;
	/** The consumer group that shares the partitions. Default: `footfall-loader`. */
	groupId?: string;
	/** How producers write records; consumers read both forms. Default: `packed`. */
	records?: RecordForm;
	/** Stores records while Kafka is unavailable, and delivers them in order when it is back. */
	spill?: SpillQueue;
	/** Number of producers that share the keys. Default: 1. */
	senderCount?: number;
	/** The longest time that a record waits for others in its batch; a quarter of it if none arrive. Default: 20 ms. */
	lingerMs?: number;
	/** How long an append waits for Kafka before it is refused or spilled. Default: 5 s, 1 s with a spill. */
	deliveryTimeoutMs?: number;
	/** How long records of the spill wait for Kafka before they are sent again. Default: 5 s. */
	redeliveryTimeoutMs?: number;
	/** Maximum size of records that wait in memory for Kafka. Default: 64 MiB. */
	maxPendingBytes?: number;
	/** Pause before a failed batch is delivered again. Default: 1 s. */
	retryMs?: number;
	/** After this long without a heartbeat, a consumer's partitions move to another. Default: 10 s. */
	sessionTimeoutMs?: number;
	/** How long the group waits for a member with a batch in progress. Default: 60 s. */
	rebalanceTimeoutMs?: number;
	logger?: Logger;
}

/** The same parts as those of the embedded queue. */
export interface KafkaQueue {
	producer(): Producer;
	consumer(options: ConsumerOptions): Consumer;
	/** Rejects with QueueUnavailableError while no broker answers. */
	depth(): Promise<QueueDepth>;
	/** How far the consumer group is in each partition. */
	committed(): Promise<Committed[]>;
	/** Reads the topic beside its consumers. Rejects with QueueUnavailableError while no broker answers. */
	reader(options: ReaderOptions): Promise<QueueReader>;
	/** The messages of the dead-letter topic, replayed or not, oldest first. */
	deadLetters(): Promise<DeadLetter[]>;
	/** Appends every dead letter that was not replayed yet to the topic; resolves to their number. */
	replayDeadLetters(): Promise<number>;
	/** Creates the topics that are missing. */
	createTopics(layout?: TopicLayout): Promise<TopicReport[]>;
	/** Closes its producers and consumers first; the spill stays open. */
	close(): Promise<void>;
}

const DEFAULTS = {
	groupId: "footfall-loader",
	records: "packed" as RecordForm,
	senderCount: 1,
	lingerMs: 20,
	redeliveryTimeoutMs: 5000,
	requestTimeoutMs: 5000,
	maxPendingBytes: 64 * 1024 * 1024,
	retryMs: 1000,
	sessionTimeoutMs: 10_000,
	rebalanceTimeoutMs: 60_000,
	logger: silentLogger,
};

/** With a spill, a longer wait would only delay the answer to a browser: the record is as safe on this disk. */
const deliveryTimeoutOf = ({ spill }: KafkaQueueOptions) => (spill === undefined ? 5000 : 1000);

/** A queue in Apache Kafka. It connects on first use, so it opens even if the cluster is unavailable. */
export const openKafkaQueue = (options: KafkaQueueOptions): KafkaQueue => {
	const settings = {
		...DEFAULTS,
		deliveryTimeoutMs: deliveryTimeoutOf(options),
		...options,
		deadLetterTopic: deadLetterTopicOf(options),
	};
	const { topic, deadLetterTopic, groupId, records, spill, senderCount, logger } = settings;
	const { lingerMs, deliveryTimeoutMs, redeliveryTimeoutMs, maxPendingBytes } = settings;
	const kafka = createClient(options, logger);
	const timeouts = { deliveryTimeoutMs, redeliveryTimeoutMs };
	const sending = { kafka, lingerMs, ...timeouts, maxPendingBytes, logger };
	const depthMeter = createDepthMeter(kafka, topic, groupId);
	const parts = openParts(depthMeter);
	const refuseAll = (batches: SenderBatch[], error: Error) => {
		for (const { reject } of batches) reject(error);
	};

	/** Shared, because two producers would drain the same spill. */
	let spilling: SpillingProducer | undefined;
	const producer = (): Producer => {
		const sendersOptions = { ...sending, topic, records, senderCount };
		if (spill === undefined)
			return parts.add(createKafkaProducer(sendersOptions, depthMeter.depth));
		spilling ??= parts.add(
			createSpillingProducer(
				(undelivered) => createOrderedSenders(sendersOptions, undelivered),
				spill,
				depthMeter.depth,
				logger,
			),
		);
		return spilling;
	};

	const deadLetterSender = parts.add(
		createOrderedSender({
			...sending,
			topic: deadLetterTopic,
			openProducer: () => openIdempotentProducer(kafka, deadLetterTopic),
			undelivered: refuseAll,
		}),
	);

	const keepDeadLetter: KafkaConsumerOptions["keepDeadLetter"] = (source, value, reason) =>
		deadLetterSender.append({
			...keyedMessageOf(source.key?.toString() ?? "", value),
			headers: deadLetterHeaders(source, reason),
		});

	const replay = async (): Promise<number> => {
		const again = createKafkaProducer(
			{ ...sending, topic, records, senderCount: 1 },
			depthMeter.depth,
		);
		try {
			return await replayDeadLetters(kafka, deadLetterTopic, `${groupId}-replay`, again.append);
		} finally {
			await again.close();
		}
	};

	return {
		producer,
		consumer: (batches) =>
			parts.add(createKafkaConsumer({ ...settings, kafka, keepDeadLetter }, batches)),
		depth: async () => {
			const { records, oldestAgeMs } = await explained(topic, depthMeter.depth());
			const kept = spill?.depth();
			return {
				records: records + (kept?.records ?? 0),
				oldestAgeMs: Math.max(oldestAgeMs, kept?.oldestAgeMs ?? 0),
			};
		},
		committed: () => explained(topic, committedIn(kafka, topic, groupId)),
		reader: (given) => explained(topic, openTopicReader({ kafka, topic, groupId }, given)),
		deadLetters: () => explained(deadLetterTopic, listDeadLetters(kafka, deadLetterTopic)),
		replayDeadLetters: () => explained(deadLetterTopic, replay()),
		createTopics: (layout) =>
			explained(topic, createKafkaTopics(kafka, { topic, deadLetterTopic }, layout)),
		close: parts.close,
	};
};
