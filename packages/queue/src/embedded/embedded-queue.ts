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
import { type Appender, createAppender } from "./appender.ts";
import { createEmbeddedConsumer } from "./consumer.ts";
import { openDeadLetters } from "./dead-letters.ts";
import { createDepthMeter } from "./depth-meter.ts";
import { queueIdOf } from "./identity.ts";
import { listLogs } from "./names.ts";
import { readPosition } from "./position.ts";
import { createEmbeddedProducer } from "./producer.ts";
import { refuseLmdbQueue } from "./refuse-lmdb-queue.ts";

export interface EmbeddedQueueOptions {
	/** Folder of the queue's files; created if missing. */
	directory: string;
	/** Maximum size of waiting records on disk; beyond it appends are refused. Default: 4 GiB. */
	maxBytes?: number;
	/** Free space to leave on the disk. Default: 8 MiB. */
	reserveBytes?: number;
	/** Size at which the log continues in another file. Default: 64 MiB. */
	segmentBytes?: number;
	/** Maximum size of records that wait in memory for the disk. Default: 64 MiB. */
	maxPendingBytes?: number;
	/** How often an idle consumer looks for new records. Default: 50 ms. */
	pollMs?: number;
	/** Pause before a failed batch is delivered again. Default: 1 s. */
	retryMs?: number;
	logger?: Logger;
}

export interface EmbeddedQueue {
	/** Any number of producers, in any number of processes: each process has a log of its own. */
	producer(): Producer;
	/** One consumer owns all logs; others wait until it closes. */
	consumer(options: ConsumerOptions): Consumer;
	depth(): QueueDepth;
	/** How far the consumer is in each partition. */
	committed(): Committed[];
	/** The dead letters, oldest first. */
	deadLetters(): DeadLetter[];
	/** Moves every dead letter back to the end of the log; resolves to their number. */
	replayDeadLetters(): Promise<number>;
	/** Closes its producers and consumers first. */
	close(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

const DEFAULTS = {
	maxBytes: 4096 * MEBIBYTE,
	reserveBytes: 8 * MEBIBYTE,
	segmentBytes: 64 * MEBIBYTE,
	maxPendingBytes: 64 * MEBIBYTE,
	pollMs: 50,
	retryMs: 1000,
	logger: silentLogger,
};

/**
 * Opens the logs in a directory, creating it when missing. Safe across processes.
 * @throws EnvironmentError for the queue of 0.1.0
 */
export const openEmbeddedQueue = (options: EmbeddedQueueOptions): EmbeddedQueue => {
	const settings = { ...DEFAULTS, ...options };
	const { directory } = settings;
	refuseLmdbQueue(directory);
	const queueId = queueIdOf(directory);
	const deadLetters = openDeadLetters(directory);
	const depth = createDepthMeter(directory, queueId);
	const parts = openParts();
	let appender: Appender | undefined;

	const queue: EmbeddedQueue = {
		producer: () => {
			appender ??= createAppender(settings);
			return parts.add(createEmbeddedProducer(appender, depth, directory));
		},
		consumer: (batches) =>
			parts.add(createEmbeddedConsumer({ ...settings, queueId, deadLetters }, batches)),
		depth: depth.measure,
		committed: () =>
			listLogs(directory, queueId).map(({ path, partition }) => ({
				partition,
				next: readPosition(path).offset,
			})),
		deadLetters: deadLetters.list,
		replayDeadLetters: async () => {
			const producer = queue.producer();
			const replayed = await deadLetters.replay(({ value }) => producer.append({ key: "", value }));
			await producer.close();
			return replayed;
		},
		close: async () => {
			await parts.close();
			await appender?.close();
			depth.close();
		},
	};
	return queue;
};
