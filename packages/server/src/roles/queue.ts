import { join } from "node:path";
import {
	type Consumer,
	type ConsumerOptions,
	type EmbeddedQueue,
	type KafkaQueue,
	openEmbeddedQueue,
	openKafkaQueue,
	type Producer,
} from "@footfall/queue";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";

/** Either driver, as the roles use it. */
export interface RoleQueue {
	producer(): Producer;
	consumer(options: ConsumerOptions): Consumer;
	close(): Promise<void>;
}

const embeddedIn = (configuration: Configuration, folder: string, logger: Logger): EmbeddedQueue =>
	openEmbeddedQueue({ directory: join(configuration.dataDirectory, folder), logger });

const kafkaAt = (
	{ kafka }: Configuration,
	logger: Logger,
	spill?: EmbeddedQueue,
): KafkaQueue | undefined =>
	kafka && openKafkaQueue({ clientId: "footfall", ...kafka, logger, ...(spill && { spill }) });

/** The queue that a gateway appends to. Records wait on its own disk while Kafka is away. */
export const appendingQueue = (configuration: Configuration, logger: Logger): RoleQueue => {
	if (configuration.kafka === undefined) return embeddedIn(configuration, "queue", logger);
	const spill = embeddedIn(configuration, "spill", logger);
	const queue = kafkaAt(configuration, logger, spill) ?? spill;
	return {
		producer: queue.producer,
		consumer: queue.consumer,
		close: async () => {
			await queue.close();
			await spill.close();
		},
	};
};

/** The queue that a loader consumes. */
export const consumedQueue = (configuration: Configuration, logger: Logger): RoleQueue =>
	kafkaAt(configuration, logger) ?? embeddedIn(configuration, "queue", logger);

/** Creates the topics that are missing, and resolves to a line for each topic. */
export const createTopics = async (
	configuration: Configuration,
	logger: Logger,
): Promise<string[]> => {
	const queue = kafkaAt(configuration, logger);
	if (queue === undefined)
		throw new EnvironmentError(
			"Configuration cannot be used:\n  QUEUE_URL: the embedded queue has no topics; set it to kafka://broker:9092/topic",
		);
	try {
		return (await queue.createTopics()).map(
			({ topic, partitions, created }) =>
				`${topic}: ${partitions} partitions, ${created ? "created" : "already there"}`,
		);
	} finally {
		await queue.close();
	}
};
