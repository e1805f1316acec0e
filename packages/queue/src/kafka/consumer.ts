import type { Logger } from "@footfall/shared/logger";
import { retry } from "@footfall/shared/waiting/retry";
import {
	type Kafka,
	type Consumer as KafkaConsumer,
	type PartitionAssigner,
	PartitionAssigners,
} from "kafkajs";
import type { BatchHandler, Consumer, ConsumerOptions } from "../driver/queue.ts";
import { explainKafkaError, withAdmin } from "./connection.ts";
import { createBatchDelivery, type Membership } from "./deliver-batches.ts";
import { createOwnership, type Ownership } from "./ownership.ts";

/** Estimated size of a record on the broker, for Kafka's limits in bytes. */
const RECORD_BYTES = 512;
const MEBIBYTE = 1024 * 1024;
/** A consumer handles at most this many partitions at a time. */
const CONCURRENT_PARTITIONS = 64;
const LONGEST_PAUSE_MS = 5000;

export interface KafkaConsumerOptions {
	kafka: Kafka;
	topic: string;
	groupId: string;
	/** Pause before a failed batch is delivered again. */
	retryMs: number;
	sessionTimeoutMs: number;
	rebalanceTimeoutMs: number;
	requestTimeoutMs: number;
	/** Stores a record from `source`, with its key if known. */
	keepDeadLetter(
		source: { partition: string; offset: number; key: Buffer | null },
		value: Uint8Array,
		reason: string,
	): Promise<void>;
	logger: Logger;
}

const clusterIdOf = (kafka: Kafka): Promise<string> =>
	withAdmin(kafka, async (admin) => (await admin.describeCluster()).clusterId);

/**
 * kafkajs' round robin, which also reports that the member is about to join a generation. kafkajs has no other signal
 * for it: after a leader has moved, it rejoins while batches of other partitions are in progress.
 */
const createAssignerWithJoinCallback =
	(joining: () => void): PartitionAssigner =>
	(config) => {
		const assigner = PartitionAssigners.roundRobin(config);
		return {
			...assigner,
			protocol: (subscription) => {
				joining();
				return assigner.protocol(subscription);
			},
		};
	};

const createMember = (
	{ kafka, groupId, sessionTimeoutMs, rebalanceTimeoutMs, requestTimeoutMs }: KafkaConsumerOptions,
	{ minRecords, maxWaitMs, maxRecords }: ConsumerOptions,
	{ joining }: Ownership,
): KafkaConsumer =>
	kafka.consumer({
		groupId,
		allowAutoTopicCreation: false,
		sessionTimeout: sessionTimeoutMs,
		rebalanceTimeout: rebalanceTimeoutMs,
		heartbeatInterval: sessionTimeoutMs / 10,
		minBytes: minRecords <= 1 ? 1 : Math.min(minRecords * RECORD_BYTES, MEBIBYTE),
		maxWaitTimeInMs: Math.min(maxWaitMs, requestTimeoutMs / 2),
		maxBytesPerPartition: Math.min(8, Math.max(1, (maxRecords * 1024) / MEBIBYTE)) * MEBIBYTE,
		partitionAssigners: [createAssignerWithJoinCallback(joining)],
		retry: {
			// Retries for some seconds as the same member: a new one would have to wait until the old one's session expires.
			retries: 12,
			maxRetryTime: 1000,
			restartOnFailure: () => Promise.resolve(false),
		},
	});

export const createKafkaConsumer = (
	settings: KafkaConsumerOptions,
	batches: ConsumerOptions,
): Consumer => {
	const { kafka, topic, groupId, logger, retryMs } = settings;
	const closing = new AbortController();
	const { signal } = closing;
	const closed = new Promise<void>((resolve) => {
		signal.addEventListener("abort", () => resolve());
	});
	let running: Promise<void> | undefined;
	const delivery = createBatchDelivery({ ...settings, ...batches, signal });

	/** Stays in the group until kafkajs gives up or the consumer closes. */
	const takePart = async (handler: BatchHandler, clusterId: string): Promise<void> => {
		const nameOf = (partition: number) => `${clusterId}/${topic}/${partition}`;
		const ownership = createOwnership(nameOf, handler, logger);
		const membership: Membership = { handler, ownership, nameOf };
		const member = createMember(settings, batches, ownership);
		const crashed = new Promise<never>((_resolve, reject) => {
			member.on(member.events.CRASH, ({ payload }) => reject(payload.error));
		});
		crashed.catch(() => undefined);
		member.on(member.events.GROUP_JOIN, ({ payload }) =>
			ownership.joined(payload.memberId, payload.memberAssignment[topic] ?? []),
		);
		try {
			await orClosing(member.connect());
			if (signal.aborted) return;
			await orClosing(member.subscribe({ topics: [topic], fromBeginning: true }));
			if (signal.aborted) return;
			await member.run({
				autoCommit: false,
				eachBatchAutoResolve: false,
				partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
				eachBatch: (payload) => delivery.deliver(membership, payload),
			});
			await Promise.race([closed, crashed]);
		} finally {
			await member.disconnect();
			ownership.lostAll();
			await ownership.settled();
		}
	};

	/** The cluster's answer, or `undefined` once the consumer closes, because brokers may never answer. */
	const orClosing = async <Answer>(question: Promise<Answer>): Promise<Answer | undefined> => {
		question.catch(() => undefined);
		return (await Promise.race([question, closed])) ?? undefined;
	};

	const run = async (handler: BatchHandler): Promise<void> => {
		let clusterId: string | undefined;
		const attempt = async () => {
			clusterId ??= await orClosing(clusterIdOf(kafka));
			if (clusterId !== undefined) await takePart(handler, clusterId);
		};
		await retry(attempt, {
			pauseMs: retryMs,
			longestPauseMs: LONGEST_PAUSE_MS,
			onRetry: (error) =>
				logger.error(
					{ topic, groupId, reason: explainKafkaError(error, topic) },
					"Kafka cannot be read; retrying",
				),
			signal,
		}).catch(() => undefined);
	};

	return {
		start: (handler) => {
			running ??= run(handler);
		},
		setAside: (partition, record, reason) =>
			settings.keepDeadLetter(
				{ partition, offset: record.offset, key: delivery.keyOf(record) },
				record.value,
				reason,
			),
		close: async () => {
			closing.abort();
			await running;
		},
	};
};
