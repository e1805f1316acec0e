import { type Logger, silentLogger } from "@footfall/shared/logger";
import {
	type Consumer,
	type ConsumerOptions,
	type Producer,
	type QueueDepth,
	QueueUnavailableError,
} from "../driver/queue.ts";
import type { DeadLetter } from "../embedded/embedded-queue.ts";
import { createClient, explainKafkaError, type KafkaConnection } from "./connection.ts";
import { createKafkaConsumer } from "./consumer.ts";
import { deadLetterHeaders, listDeadLetters, readToEnd } from "./dead-letters.ts";
import { createDepthMeter } from "./depth.ts";
import { keyedMessageOf, openIdempotentProducer } from "./idempotent-producer.ts";
import { createOrderedSender } from "./ordered-sender.ts";
import { createOrderedSenders } from "./ordered-senders.ts";
import { unpackValue } from "./packed-record.ts";
import { createKafkaProducer } from "./producer.ts";
import type { SenderBatch } from "./sender-batch.ts";
import { createSpillingProducer, type SpillingProducer, type SpillQueue } from "./spill.ts";
import { createKafkaTopics, type TopicLayout, type TopicReport } from "./topics.ts";

export interface KafkaQueueOptions extends KafkaConnection {
	/** Where records go; it must exist (`createTopics`). */
	topic: string;
	/** Where records go that cannot be processed. `<topic>-dead-letters` unless given. */
	deadLetterTopic?: string;
	/** The consumer group that shares the partitions. `footfall-loader` unless given. */
	groupId?: string;
	/** Takes records while Kafka is away, and gives them to Kafka in order when it is back. */
	spill?: SpillQueue;
	/** Producers that share the keys. 1 unless given. */
	senderCount?: number;
	/** How long a record waits for others to travel with, at most; a quarter of it where that brings nothing. 20 ms unless given. */
	lingerMs?: number;
	/** How long an append waits for Kafka before it is refused or spilled. 5 s unless given. */
	deliveryTimeoutMs?: number;
	/** Most bytes that may wait in memory for Kafka. 64 MiB unless given. */
	maxPendingBytes?: number;
	/** Pause before a failed batch is delivered again. 1 s unless given. */
	retryMs?: number;
	/** After so long without a sign of life a consumer's partitions go to another. 10 s unless given. */
	sessionTimeoutMs?: number;
	/** How long the group waits for a member that has a batch in hand. 60 s unless given. */
	rebalanceTimeoutMs?: number;
	logger?: Logger;
}

/** The same parts as the embedded queue has. */
export interface KafkaQueue {
	producer(): Producer;
	consumer(options: ConsumerOptions): Consumer;
	/** Rejects with QueueUnavailableError while no broker answers. */
	depth(): Promise<QueueDepth>;
	/** What lies in the dead-letter topic, replayed or not, oldest first. */
	deadLetters(): Promise<DeadLetter[]>;
	/** Appends every dead letter that was not replayed yet to the topic again; resolves to how many. */
	replayDeadLetters(): Promise<number>;
	/** Creates the topics that are missing. */
	createTopics(layout?: TopicLayout): Promise<TopicReport[]>;
	/** Closes its producers and consumers first; the spill stays open. */
	close(): Promise<void>;
}

/** What a loader set aside is one value, or a whole record of several if it knew no such records. */
const lettersIn = (value: Buffer): Buffer[] => {
	const values = unpackValue(value).filter((unpacked) => unpacked !== undefined);
	return values.length === unpackValue(value).length ? values : [value];
};

/** A queue in Apache Kafka. Nothing is connected before it is used, so it opens while the cluster is away. */
export const openKafkaQueue = (options: KafkaQueueOptions): KafkaQueue => {
	const { topic, spill, logger = silentLogger } = options;
	const { deadLetterTopic = `${topic}-dead-letters`, groupId = "footfall-loader" } = options;
	const { senderCount = 1, lingerMs = 20, deliveryTimeoutMs = 5000 } = options;
	const { maxPendingBytes = 64 * 1024 * 1024, requestTimeoutMs = 5000, retryMs = 1000 } = options;
	const { sessionTimeoutMs = 10_000, rebalanceTimeoutMs = 60_000 } = options;
	const kafka = createClient(options, logger);
	const waiting = { lingerMs, deliveryTimeoutMs, maxPendingBytes, logger };
	const depthMeter = createDepthMeter(kafka, topic, groupId);
	const opened: { close(): Promise<void> }[] = [depthMeter];
	const closedWithQueue = <Part extends { close(): Promise<void> }>(part: Part): Part => {
		opened.push(part);
		return part;
	};
	/** What an operator asks for is answered, or refused with what to change. */
	const explained = async <Answer>(about: string, question: Promise<Answer>): Promise<Answer> => {
		try {
			return await question;
		} catch (error) {
			const reason = `Kafka could not answer: ${explainKafkaError(error, about)}`;
			throw new QueueUnavailableError(reason, { cause: error });
		}
	};
	const refuseAll = (batches: SenderBatch[], error: Error) => {
		for (const { reject } of batches) reject(error);
	};

	/** One for all: two would drain the same spill. */
	let spilling: SpillingProducer | undefined;
	const producer = (): Producer => {
		const sendersOptions = { kafka, topic, senderCount, ...waiting };
		if (spill === undefined)
			return closedWithQueue(createKafkaProducer(sendersOptions, depthMeter.depth));
		spilling ??= closedWithQueue(
			createSpillingProducer(
				(undelivered) => createOrderedSenders(sendersOptions, undelivered),
				spill,
				depthMeter.depth,
				logger,
			),
		);
		return spilling;
	};

	const deadLetterSender = closedWithQueue(
		createOrderedSender({
			...waiting,
			topic: deadLetterTopic,
			openSender: () => openIdempotentProducer(kafka, deadLetterTopic),
			undelivered: refuseAll,
		}),
	);

	const replayDeadLetters = async (): Promise<number> => {
		const again = createKafkaProducer(
			{ kafka, topic, senderCount: 1, ...waiting },
			depthMeter.depth,
		);
		let replayed = 0;
		try {
			await readToEnd(kafka, deadLetterTopic, `${groupId}-replay`, async (messages) => {
				const letters = messages.flatMap(({ key, value }) =>
					(value === null ? [] : lettersIn(value)).map((letter) => ({
						key: key?.toString() ?? "",
						value: letter,
					})),
				);
				await Promise.all(letters.map((letter) => again.append(letter)));
				replayed += letters.length;
			});
		} finally {
			await again.close();
		}
		return replayed;
	};

	return {
		producer,
		consumer: (consumerOptions) =>
			closedWithQueue(
				createKafkaConsumer(
					{
						kafka,
						topic,
						groupId,
						retryMs,
						sessionTimeoutMs,
						rebalanceTimeoutMs,
						requestTimeoutMs,
						keepDeadLetter: ({ partition, offset, key }, value, reason) =>
							deadLetterSender.append({
								...keyedMessageOf(key?.toString() ?? "", value),
								headers: deadLetterHeaders(partition, offset, reason),
							}),
						logger,
					},
					consumerOptions,
				),
			),
		depth: async () => {
			const { records, oldestAgeMs } = await explained(topic, depthMeter.depth());
			const kept = spill?.depth();
			return {
				records: records + (kept?.records ?? 0),
				oldestAgeMs: Math.max(oldestAgeMs, kept?.oldestAgeMs ?? 0),
			};
		},
		deadLetters: () => explained(deadLetterTopic, listDeadLetters(kafka, deadLetterTopic)),
		replayDeadLetters: () => explained(deadLetterTopic, replayDeadLetters()),
		createTopics: (layout) =>
			explained(topic, createKafkaTopics(kafka, { topic, deadLetterTopic }, layout)),
		close: async () => {
			await Promise.all(opened.map((part) => part.close()));
		},
	};
};
