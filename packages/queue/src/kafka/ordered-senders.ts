import type { Logger } from "@footfall/shared/logger";
import type { Kafka } from "kafkajs";
import { openSender } from "./idempotent-producer.ts";
import { createLane, type Lane, type LaneOptions } from "./ordered-sender.ts";
import { packMessages } from "./packed-record.ts";

export interface LanesOptions {
	kafka: Kafka;
	topic: string;
	laneCount: number;
	lingerMs: number;
	deliveryTimeoutMs: number;
	/** For all lanes together. */
	maxPendingBytes: number;
	logger: Logger;
}

/**
 * kafkajs sends one request at a time per idempotent producer and broker, so several producers share the keys:
 * while one waits for the replicas another is on its way. A key keeps to its lane, which keeps its order.
 */
export const createLanes = (
	{ kafka, topic, laneCount, maxPendingBytes, ...shared }: LanesOptions,
	undelivered: (lane: number, ...given: Parameters<LaneOptions["undelivered"]>) => void,
): Lane[] =>
	Array.from({ length: laneCount }, (_none, index) =>
		createLane({
			...shared,
			topic,
			maxPendingBytes: maxPendingBytes / laneCount,
			openSender: () => openSender(kafka, topic, packMessages),
			undelivered: (batches, error) => undelivered(index, batches, error),
		}),
	);
