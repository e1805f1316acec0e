import { join } from "node:path";
import {
	type EmbeddedQueue,
	openEmbeddedQueue,
	openEmbeddedReader,
	openKafkaQueue,
	type Producer,
	type QueueReader,
	QueueUnavailableError,
	type ReaderOptions,
} from "@footfall/queue";
import { UnreachableError } from "@footfall/shared/environment";
import type { Logger } from "@footfall/shared/logger";
import type { Configuration } from "../configuration/configuration.ts";
import { adoptSpills, claimSpill } from "./spill-slots.ts";

type KafkaQueue = ReturnType<typeof openKafkaQueue>;

/** The queue of this configuration, without a gateway's spill for outages of Kafka. */
export const openQueue = (
	{ kafka, dataDirectory }: Configuration,
	logger: Logger,
): EmbeddedQueue | KafkaQueue =>
	kafka === undefined
		? openEmbeddedQueue({ directory: join(dataDirectory, "queue"), logger })
		: openKafkaQueue({ ...kafka, logger });

/**
 * Runs a task with a reader of the queue, which leaves the queue as it is.
 * @throws EnvironmentError for a queue that does not exist or a position that does not fit it
 * @throws UnreachableError if the queue cannot be reached
 */
export const withReader = async <Result>(
	{ kafka, dataDirectory }: Configuration,
	options: ReaderOptions,
	logger: Logger,
	read: (reader: QueueReader) => Promise<Result>,
): Promise<Result> =>
	kafka === undefined
		? read(openEmbeddedReader(join(dataDirectory, "queue"), options))
		: operateQueue(openKafkaQueue({ ...kafka, logger }), async (queue) =>
				read(await queue.reader(options)),
			);

/** The queue that a gateway appends to. */
export interface AppendingQueue {
	producer(): Producer;
	close(): Promise<void>;
}

/**
 * Opens the queue that a gateway appends to. Each process has a spill, which holds records while Kafka is unreachable.
 */
export const openAppendingQueue = (
	configuration: Configuration,
	logger: Logger,
): AppendingQueue => {
	const { kafka, dataDirectory } = configuration;
	if (kafka === undefined) return openQueue(configuration, logger);
	const base = join(dataDirectory, "spill");
	const slot = claimSpill(base, logger);
	const queue = openKafkaQueue({ ...kafka, logger, spill: slot.spill });
	const adoption = adoptSpills(
		base,
		(spill) => {
			const drained = openKafkaQueue({ ...kafka, logger, spill });
			return { producer: drained.producer(), close: drained.close };
		},
		logger,
	);
	return {
		producer: queue.producer,
		close: async () => {
			await adoption.close();
			await queue.close();
			await slot.close();
		},
	};
};

/**
 * Runs a task with a queue, and closes it.
 * @throws UnreachableError if the queue cannot be reached
 */
export const operateQueue = async <Queue extends { close(): Promise<void> }, Result>(
	queue: Queue,
	operate: (queue: Queue) => Promise<Result>,
): Promise<Result> => {
	try {
		return await operate(queue);
	} catch (error) {
		if (error instanceof QueueUnavailableError)
			throw new UnreachableError(`QUEUE_URL: ${error.message}`);
		throw error;
	} finally {
		await queue.close();
	}
};
