import { type Producer, QueueUnavailableError } from "../driver/queue.ts";
import { keyedMessageOf } from "./idempotent-producer.ts";
import { createLanes, type LanesOptions } from "./ordered-senders.ts";
import { type AskDepth, lanesHealth } from "./senders-health.ts";

/** Appends to Kafka, and refuses when no broker acknowledges in time. */
export const createProducer = (options: LanesOptions, askDepth: AskDepth): Producer => {
	const lanes = createLanes(options, (_lane, batches, error) => {
		for (const { reject } of batches) reject(error);
	});
	return {
		health: () => lanesHealth(lanes, askDepth),
		append: ({ key, value }) => {
			const message = keyedMessageOf(key, value);
			const lane = lanes[message.hash % lanes.length];
			return lane?.append(message) ?? Promise.reject(new QueueUnavailableError("No lane"));
		},
		close: async () => {
			await Promise.all(lanes.map((lane) => lane.close()));
		},
	};
};
