import { join } from "node:path";
import {
	type Consumer,
	type ConsumerOptions,
	type DeadLetter,
	type EmbeddedQueue,
	openEmbeddedQueue,
	openKafkaQueue,
	type Producer,
	type QueueDepth,
	QueueUnavailableError,
} from "@footfall/queue";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { adoptSpills, claimSpill } from "./spill-slots.ts";

/** What a gateway needs of either driver. */
interface AppendingQueue {
	producer(): Producer;
	close(): Promise<void>;
}

/** What a loader needs of either driver. */
interface ConsumedQueue {
	consumer(options: ConsumerOptions): Consumer;
	/** Rejects where the queue cannot be asked, or is not there. */
	depth(): QueueDepth | Promise<QueueDepth>;
	close(): Promise<void>;
}

const embeddedIn = (configuration: Configuration, folder: string, logger: Logger): EmbeddedQueue =>
	openEmbeddedQueue({ directory: join(configuration.dataDirectory, folder), logger });

/** The queue that a gateway appends to. Records wait on its own disk while Kafka is away, a spill for each process. */
export const appendingQueue = (configuration: Configuration, logger: Logger): AppendingQueue => {
	if (configuration.kafka === undefined) return embeddedIn(configuration, "queue", logger);
	const { kafka, dataDirectory } = configuration;
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

/** The queue that a loader consumes. */
export const consumedQueue = (configuration: Configuration, logger: Logger): ConsumedQueue =>
	configuration.kafka === undefined
		? embeddedIn(configuration, "queue", logger)
		: openKafkaQueue({ ...configuration.kafka, logger });

/** What an operator asks of either driver. */
interface OperatedQueue {
	deadLetters(): DeadLetter[] | Promise<DeadLetter[]>;
	replayDeadLetters(): Promise<number>;
	close(): Promise<void>;
}

/** The queue that an operator looks after. */
export const operatedQueue = (configuration: Configuration, logger: Logger): OperatedQueue =>
	configuration.kafka === undefined
		? embeddedIn(configuration, "queue", logger)
		: openKafkaQueue({ ...configuration.kafka, logger });

/** Creates the topics that are missing, and resolves to a line for each topic. */
export const createTopics = async (
	configuration: Configuration,
	logger: Logger,
): Promise<string[]> => {
	if (configuration.kafka === undefined)
		throw new EnvironmentError(
			"Configuration cannot be used:\n  QUEUE_URL: the embedded queue has no topics; set it to kafka://broker:9092/topic",
		);
	const queue = openKafkaQueue({ ...configuration.kafka, logger });
	try {
		return (await queue.createTopics()).map(
			({ topic, partitions, created }) =>
				`${topic}: ${partitions} partitions, ${created ? "created" : "already there"}`,
		);
	} catch (error) {
		if (error instanceof QueueUnavailableError) throw new EnvironmentError(error.message);
		throw error;
	} finally {
		await queue.close();
	}
};
