import type { ConnectionOptions } from "node:tls";
import type { Logger } from "@footfall/shared/logger";
import { type Admin, Kafka, logLevel, type SASLOptions } from "kafkajs";
import { QueueUnavailableError } from "../driver/queue.ts";
import type { KafkaCredentials } from "./address.ts";

/** How to reach a cluster. */
export interface KafkaConnection {
	/** `host:port` of some brokers; the others are learnt from them. */
	brokers: readonly string[];
	clientId?: string;
	ssl?: boolean | ConnectionOptions;
	sasl?: KafkaCredentials;
	/** After this long a broker that does not answer counts as gone. 5 s unless given. */
	requestTimeoutMs?: number;
}

/** Parts of kafkajs that log errors which they do not throw, such as an offset that retention has overtaken. */
const LOGGED = ["Consumer", "ConsumerGroup", "Runner"];

/**
 * A kafkajs client. What kafkajs calls an error is mostly one it then recovers from, so it reaches our log as
 * a warning; other errors are thrown, and logged by the caller.
 */
export const createClient = (connection: KafkaConnection, logger: Logger): Kafka => {
	const { brokers, clientId = "footfall", ssl = false, sasl, requestTimeoutMs = 5000 } = connection;
	return new Kafka({
		brokers: [...brokers],
		clientId,
		ssl,
		...(sasl && { sasl: sasl as SASLOptions }),
		connectionTimeout: Math.min(3000, requestTimeoutMs),
		requestTimeout: requestTimeoutMs,
		// Few and short: the callers repeat longer failures, with a deadline or a log line.
		retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 400 },
		logLevel: logLevel.ERROR,
		logCreator:
			() =>
			({ namespace, log }) => {
				if (!LOGGED.includes(namespace)) return;
				const { message, groupId, topic, partition, error } = log;
				logger.warn({ kafka: namespace, groupId, topic, partition, error }, message);
			},
	});
};

/** Asks the cluster something, over a connection of its own. */
export const withAdmin = async <Result>(
	kafka: Kafka,
	work: (admin: Admin) => Promise<Result>,
): Promise<Result> => {
	// A topic or a group that is new has no leader or coordinator for a moment.
	const admin = kafka.admin({ retry: { retries: 8, initialRetryTime: 100, maxRetryTime: 1000 } });
	try {
		await admin.connect();
		return await work(admin);
	} finally {
		await admin.disconnect();
	}
};

/** How far a group has read each partition of a topic: the offset that it reads next, and where the partition ends. */
export const positionsOf = async (admin: Admin, topic: string, groupId: string) => {
	const [ends, [group]] = await Promise.all([
		admin.fetchTopicOffsets(topic),
		admin.fetchOffsets({ groupId, topics: [topic] }),
	]);
	const committed = new Map(group?.partitions.map(({ partition, offset }) => [partition, offset]));
	return ends.map(({ partition, high, low }) => ({
		partition,
		next: Math.max(Number(committed.get(partition) ?? -1), Number(low)),
		end: Number(high),
	}));
};

/** The innermost cause: kafkajs wraps an error at each attempt. */
const rootOf = (error: unknown): Error => {
	if (!(error instanceof Error)) return new Error(String(error));
	return error.cause === undefined ? error : rootOf(error.cause);
};

/** Kafka's own name of what went wrong, such as `UNKNOWN_TOPIC_OR_PARTITION`; "" when it was not Kafka that refused. */
export const kafkaErrorType = (error: unknown): string => {
	const { type } = rootOf(error) as { type?: unknown };
	return typeof type === "string" ? type : "";
};

/** The cluster answers, and has no such topic: nothing will change that but the operator. */
export class TopicMissingError extends Error {
	override name = "TopicMissingError";
}

/** Whether kafkajs says that the same request may succeed later. */
export const isRetriable = (error: unknown): boolean =>
	(error as { retriable?: unknown } | undefined)?.retriable === true;

export const isTopicMissing = (error: unknown): boolean =>
	kafkaErrorType(error) === "UNKNOWN_TOPIC_OR_PARTITION";

/** A failure that concerns `topic`, in words for an operator. */
export const explainKafkaError = (error: unknown, topic: string): string => {
	const type = kafkaErrorType(error);
	if (isTopicMissing(error))
		return `topic "${topic}" does not exist on this cluster; create it with "footfall topics"`;
	if (type.endsWith("AUTHORIZATION_FAILED"))
		return `this client may not use topic "${topic}" or its consumer group (${type})`;
	return rootOf(error).message;
};

/** Gives an operator the answer, or refuses with what to change. */
export const explained = async <Answer>(
	about: string,
	answer: Promise<Answer>,
): Promise<Answer> => {
	try {
		return await answer;
	} catch (error) {
		const reason = `Kafka could not answer: ${explainKafkaError(error, about)}`;
		throw new QueueUnavailableError(reason, { cause: error });
	}
};
