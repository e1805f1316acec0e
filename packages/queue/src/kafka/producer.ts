import { type Producer, QueueUnavailableError } from "../driver/queue.ts";
import { keyedMessageOf } from "./keyed-message.ts";
import { createOrderedSenders, type OrderedSendersOptions } from "./ordered-senders.ts";
import { type AskDepth, sendersHealth } from "./senders-health.ts";

/** Appends to Kafka, and refuses when no broker acknowledges in time. */
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
			const sender = senders[message.hash % senders.length];
			return sender?.append(message) ?? Promise.reject(new QueueUnavailableError("No sender"));
		},
		close: async () => {
			await Promise.all(senders.map((sender) => sender.close()));
		},
	};
};
