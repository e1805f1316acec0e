import type { Logger } from "@footfall/shared/logger";
import type { Kafka } from "kafkajs";
import { openIdempotentProducer } from "./idempotent-producer.ts";
import {
	createOrderedSender,
	type OrderedSender,
	type OrderedSenderOptions,
} from "./ordered-sender.ts";
import { packMessages } from "./packed-record.ts";

export interface OrderedSendersOptions {
	kafka: Kafka;
	topic: string;
	senderCount: number;
	lingerMs: number;
	deliveryTimeoutMs: number;
	/** For all senders together. */
	maxPendingBytes: number;
	logger: Logger;
}

/**
 * kafkajs sends one request at a time per idempotent producer and broker, so several producers share the keys:
 * while one waits for the replicas another is on its way. A key keeps to its sender, which keeps its order.
 */
export const createOrderedSenders = (
	{ kafka, topic, senderCount, maxPendingBytes, ...shared }: OrderedSendersOptions,
	undelivered: (sender: number, ...given: Parameters<OrderedSenderOptions["undelivered"]>) => void,
): OrderedSender[] =>
	Array.from({ length: senderCount }, (_none, index) =>
		createOrderedSender({
			...shared,
			topic,
			maxPendingBytes: maxPendingBytes / senderCount,
			openProducer: () => openIdempotentProducer(kafka, topic, packMessages),
			undelivered: (batches, error) => undelivered(index, batches, error),
		}),
	);
