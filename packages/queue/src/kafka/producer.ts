import type { Logger } from "@footfall/shared/logger";
import type { Kafka } from "kafkajs";
import { type Producer, QueueUnavailableError } from "../driver/queue.ts";
import { openIdempotentProducer } from "./idempotent-producer.ts";
import { keyedMessageOf, senderIndexOf } from "./keyed-message.ts";
import {
	createOrderedSender,
	type OrderedSender,
	type OrderedSenderOptions,
} from "./ordered-sender.ts";
import { RECORD_FORMS, type RecordForm } from "./record-form.ts";
import { type AskDepth, sendersHealth } from "./senders-health.ts";

interface OrderedSendersOptions {
	kafka: Kafka;
	topic: string;
	records: RecordForm;
	senderCount: number;
	lingerMs: number;
	deliveryTimeoutMs: number;
	redeliveryTimeoutMs: number;
	/** For all senders together. */
	maxPendingBytes: number;
	logger: Logger;
}

/**
 * kafkajs sends one request at a time per idempotent producer and broker, so several producers share the keys: while
 * one waits for the replicas, another sends. A key always uses the same sender, which keeps its order.
 */
export const createOrderedSenders = (
	{ kafka, topic, records, senderCount, maxPendingBytes, ...shared }: OrderedSendersOptions,
	undelivered: (sender: number, ...given: Parameters<OrderedSenderOptions["undelivered"]>) => void,
): OrderedSender[] => {
	const { arrange, compression } = RECORD_FORMS[records];
	return Array.from({ length: senderCount }, (_none, index) =>
		createOrderedSender({
			...shared,
			topic,
			maxPendingBytes: maxPendingBytes / senderCount,
			openProducer: () => openIdempotentProducer(kafka, topic, arrange, compression),
			undelivered: (batches, error) => undelivered(index, batches, error),
		}),
	);
};

/** Appends to Kafka, and rejects if no broker acknowledges in time. */
export const createKafkaProducer = (
	options: OrderedSendersOptions,
	askDepth: AskDepth,
): Producer => {
	const senders = createOrderedSenders(options, (_index, batches, error) => {
		for (const { reject } of batches) reject(error);
	});
	return {
		health: () => sendersHealth(senders, askDepth),
		append: ({ key, value }) => {
			const message = keyedMessageOf(key, value);
			const sender = senders[senderIndexOf(message, senders.length)];
			return sender?.append(message) ?? Promise.reject(new QueueUnavailableError("No sender"));
		},
		close: async () => {
			await Promise.all(senders.map((sender) => sender.close()));
		},
	};
};
