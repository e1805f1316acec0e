import type { Logger } from "@footfall/shared/logger";
import { retry } from "@footfall/shared/retry";
import type { EachBatchPayload, Kafka, Consumer as KafkaConsumer } from "kafkajs";
import type { BatchHandler, Consumer, ConsumerOptions, QueueRecord } from "../driver/queue.ts";
import { assignerWithJoinCallback } from "./assigner.ts";
import { explainKafkaError, withAdmin } from "./connection.ts";
import { startHeartbeats } from "./heartbeats.ts";
import { createOwnership, type Ownership } from "./ownership.ts";
import { slicesOf, type TopicSlice } from "./slices.ts";

/** A guess at a record's size on the broker, for limits that Kafka counts in bytes. */
const RECORD_BYTES = 512;
const MEBIBYTE = 1024 * 1024;
/** More partitions than this on one consumer are handled in turns. */
const CONCURRENT_PARTITIONS = 64;
const LONGEST_PAUSE_MS = 5000;

export interface KafkaConsumerOptions {
	kafka: Kafka;
	topic: string;
	groupId: string;
	/** Pause before a batch that failed is delivered again. */
	retryMs: number;
	sessionTimeoutMs: number;
	rebalanceTimeoutMs: number;
	requestTimeoutMs: number;
	/** Keeps a record that came from `source`, with its key when it is known. */
	keepDeadLetter(
		source: { partition: string; offset: number; key: Buffer | null },
		value: Uint8Array,
		reason: string,
	): Promise<void>;
	logger: Logger;
}

const clusterIdOf = (kafka: Kafka): Promise<string> =>
	withAdmin(kafka, async (admin) => (await admin.describeCluster()).clusterId);

/** What belongs to one stay in the group. */
interface Stay {
	handler: BatchHandler;
	ownership: Ownership;
	nameOf(partition: number): string;
}

export const createKafkaConsumer = (
	settings: KafkaConsumerOptions,
	{ minRecords, maxWaitMs, maxRecords }: ConsumerOptions,
): Consumer => {
	const { kafka, topic, groupId, logger, retryMs, sessionTimeoutMs, rebalanceTimeoutMs } = settings;
	const closing = new AbortController();
	const { signal } = closing;
	const closed = new Promise<void>((resolve) => {
		signal.addEventListener("abort", () => resolve());
	});
	let running: Promise<void> | undefined;
	const keys = new WeakMap<QueueRecord, Buffer | null>();
	/** A batch that was abandoned may still be in the handler's hands: its partition has to wait for it. */
	const inHand = new Map<number, Promise<void>>();

	/** Delivers until the handler has taken the records; resolves to whether it has. */
	const handle = async (
		{ handler, nameOf }: Stay,
		partition: number,
		records: QueueRecord[],
		isOurs: () => boolean,
	): Promise<boolean> => {
		if (!isOurs() || signal.aborted) return false;
		const attempt = () => {
			const handled = handler.handle({ partition: nameOf(partition), records });
			inHand.set(
				partition,
				handled.catch(() => undefined),
			);
			return handled;
		};
		return retry(attempt, {
			pauseMs: retryMs,
			onRetry: (error) =>
				logger.error({ partition: nameOf(partition), error }, "A batch failed, trying again"),
			signal,
			isWanted: isOurs,
		}).then(
			() => true,
			() => false,
		);
	};

	/** Names what is damaged in a portion, and remembers the keys of its records. */
	const recordsOf = ({ handler, nameOf }: Stay, partition: number, portion: TopicSlice) => {
		for (const { offset, reason } of portion.damaged)
			handler.damaged(nameOf(partition), offset, reason);
		for (const { record, key } of portion.records) keys.set(record, key);
		return portion.records.map(({ record }) => record);
	};

	const work = async (stay: Stay, payload: EachBatchPayload, isOurs: () => boolean) => {
		const { partition, messages } = payload.batch;
		await inHand.get(partition);
		if (!isOurs() || signal.aborted) return;
		await stay.ownership.ready(partition);
		for (const portion of slicesOf(messages, maxRecords)) {
			const { last } = portion;
			const records = recordsOf(stay, partition, portion);
			if (records.length > 0 && !(await handle(stay, partition, records, isOurs))) return;
			if (!isOurs()) return;
			if (last === undefined) continue;
			payload.resolveOffset(last);
			const offset = String(BigInt(last) + 1n);
			await payload.commitOffsetsIfNecessary({
				topics: [{ topic, partitions: [{ partition, offset }] }],
			});
		}
	};

	const eachBatch = async (stay: Stay, payload: EachBatchPayload): Promise<void> => {
		const isCurrent = stay.ownership.generation();
		let abandoned = false;
		const beats = startHeartbeats({
			heartbeat: () => payload.heartbeat(),
			sessionTimeoutMs,
			graceMs: rebalanceTimeoutMs / 2,
		});
		try {
			await Promise.race([
				work(stay, payload, () => isCurrent() && !abandoned),
				beats.lost.catch((error: unknown) => {
					abandoned = true;
					stay.ownership.lost(payload.batch.partition);
					throw error;
				}),
			]);
		} finally {
			beats.stop();
		}
	};

	const createMember = (ownership: Ownership): KafkaConsumer =>
		kafka.consumer({
			groupId,
			allowAutoTopicCreation: false,
			sessionTimeout: sessionTimeoutMs,
			rebalanceTimeout: rebalanceTimeoutMs,
			heartbeatInterval: sessionTimeoutMs / 10,
			minBytes: minRecords <= 1 ? 1 : Math.min(minRecords * RECORD_BYTES, MEBIBYTE),
			maxWaitTimeInMs: Math.min(maxWaitMs, settings.requestTimeoutMs / 2),
			maxBytesPerPartition: Math.min(8, Math.max(1, (maxRecords * 1024) / MEBIBYTE)) * MEBIBYTE,
			partitionAssigners: [assignerWithJoinCallback(() => ownership.joining())],
			retry: {
				// Some seconds, in which it stays the member that it is: a new one has to wait for the old one's
				// session to run out.
				retries: 12,
				maxRetryTime: 1000,
				restartOnFailure: () => Promise.resolve(false),
			},
		});

	/** Takes part in the group until kafkajs gives up or the consumer closes. */
	const takePart = async (handler: BatchHandler, clusterId: string): Promise<void> => {
		const nameOf = (partition: number) => `${clusterId}/${topic}/${partition}`;
		const ownership = createOwnership(nameOf, handler, logger);
		const stay: Stay = { handler, ownership, nameOf };
		const member = createMember(ownership);
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
				eachBatch: (payload) => eachBatch(stay, payload),
			});
			await Promise.race([closed, crashed]);
		} finally {
			await member.disconnect();
			ownership.lostAll();
			await ownership.settled();
		}
	};

	/** What the cluster says, or `undefined` once the consumer closes: brokers may never answer. */
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
					"Kafka cannot be read from, trying again",
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
				{ partition, offset: record.offset, key: keys.get(record) ?? null },
				record.value,
				reason,
			),
		close: async () => {
			closing.abort();
			await running;
		},
	};
};
