import { join } from "node:path";
import { type Logger, silentLogger } from "@footfall/shared/logger";
import { openParts } from "../driver/open-parts.ts";
import type {
	Consumer,
	ConsumerOptions,
	DeadLetter,
	Producer,
	QueueDepth,
} from "../driver/queue.ts";
import { createEmbeddedConsumer } from "./consumer.ts";
import { deadLettersIn } from "./dead-letters.ts";
import { depthOf } from "./depth.ts";
import { type Environment, isDamage, openEnvironment, QUEUE_FILE } from "./environment.ts";
import { mendFile } from "./mend-file.ts";
import { createEmbeddedProducer } from "./producer.ts";

export interface EmbeddedQueueOptions {
	/** Folder of the queue's file; created if missing. */
	directory: string;
	/** Maximum size of waiting records on disk; beyond it appends are refused. Default: 4 GiB. */
	maxBytes?: number;
	/** Free space to leave on the disk. Default: 8 MiB. */
	reserveBytes?: number;
	/** Space to keep within the file, and its minimum size. Default: 8 MiB. */
	headroomBytes?: number;
	/** Maximum size of records that wait in memory for the disk. Default: 64 MiB. */
	maxPendingBytes?: number;
	/** How often an idle consumer looks for new records. Default: 50 ms. */
	pollMs?: number;
	/** Pause before a failed batch is delivered again. Default: 1 s. */
	retryMs?: number;
	logger?: Logger;
}

export interface EmbeddedQueue {
	/** Any number of producers, in any number of processes: offsets are assigned within the write. */
	producer(): Producer;
	/** One consumer owns the partition; others wait until it closes. */
	consumer(options: ConsumerOptions): Consumer;
	depth(): QueueDepth;
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
	headroomBytes: 8 * MEBIBYTE,
	maxPendingBytes: 64 * MEBIBYTE,
	pollMs: 50,
	retryMs: 1000,
	logger: silentLogger,
};

/** Damaged records are skipped; damage to the index pages needs an operator's decision. */
const openWhole = (directory: string): Environment => {
	try {
		const environment = openEnvironment(directory);
		environment.check();
		return environment;
	} catch (error) {
		if (!isDamage(error)) throw error;
		throw new Error(
			`The index of the queue in ${directory} is damaged (${String(error)}). Stop what uses it, move ${QUEUE_FILE} away and start again; events that only that file holds are missing until it is repaired`,
			{ cause: error },
		);
	}
};

/** Opens the log kept in an LMDB file, creating it when missing. One partition; safe across processes. */
export const openEmbeddedQueue = (options: EmbeddedQueueOptions): EmbeddedQueue => {
	const settings = { ...DEFAULTS, ...options };
	const { directory, logger } = settings;
	const missing = mendFile(join(directory, QUEUE_FILE));
	if (missing > 0)
		logger.error(
			{ directory, missing },
			"The end of the queue's file is gone; what it held is told as damaged",
		);
	const environment = openWhole(directory);
	const parts = openParts();

	const queue: EmbeddedQueue = {
		producer: () => parts.add(createEmbeddedProducer(environment, settings)),
		consumer: (batches) => parts.add(createEmbeddedConsumer(environment, settings, batches)),
		depth: () => depthOf(environment),
		deadLetters: () => deadLettersIn(environment),
		replayDeadLetters: async () => {
			const producer = queue.producer();
			const letters = queue.deadLetters();
			for (const { offset, value } of letters) {
				await producer.append({ key: "", value });
				await environment.deadLetters.remove(offset);
			}
			await producer.close();
			return letters.length;
		},
		close: async () => {
			await parts.close();
			await environment.close();
		},
	};
	return queue;
};
