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
	/** Where the queue's file is; created when missing. */
	directory: string;
	/** Most bytes the waiting records may take on disk; beyond it appends are refused. 4 GiB unless given. */
	maxBytes?: number;
	/** Free space to leave on the disk. 8 MiB unless given. */
	reserveBytes?: number;
	/** Space to keep within the file, which is never smaller than that. 8 MiB unless given. */
	headroomBytes?: number;
	/** Most bytes that may wait in memory for the disk. 64 MiB unless given. */
	maxPendingBytes?: number;
	/** How often an idle consumer looks for new records. 50 ms unless given. */
	pollMs?: number;
	/** Pause before a failed batch is delivered again. 1 s unless given. */
	retryMs?: number;
	logger?: Logger;
}

export interface EmbeddedQueue {
	/** Any number of producers, in any number of processes: offsets are allotted inside the write. */
	producer(): Producer;
	/** One consumer at a time is assigned the partition; others wait for it to go. */
	consumer(options: ConsumerOptions): Consumer;
	depth(): QueueDepth;
	/** The dead letters, oldest first. */
	deadLetters(): DeadLetter[];
	/** Appends every dead letter to the log again and forgets it; resolves to how many. */
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

/** Damage to records is read around; damage to the pages that lead to them is for a person to decide about. */
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
