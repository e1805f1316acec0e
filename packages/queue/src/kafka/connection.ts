import { connect, isIP } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { publicConnection } from "@footfall/shared/destinations/public-connection";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "@footfall/shared/logger";
import { type Admin, type ISocketFactory, Kafka, logLevel, type SASLOptions } from "kafkajs";
import { QueueUnavailableError } from "../driver/queue.ts";
import type { KafkaCredentials } from "./address.ts";

/** How to reach a cluster. */
export interface KafkaConnection {
	/** `host:port` of some brokers, which name the others. */
	brokers: readonly string[];
	clientId?: string;
	ssl?: boolean | ConnectionOptions;
	sasl?: KafkaCredentials;
	/** A broker that does not answer for this long counts as unavailable. Default: 5 s. */
	requestTimeoutMs?: number;
	/** Whether brokers may have addresses of private networks. Default: true. */
	privateNetworks?: boolean;
}

const KEEP_ALIVE_MS = 60_000;

/** Connects to brokers, also to those that others name. */
const createSocketFactory =
	(privateNetworks: boolean): ISocketFactory =>
	({ host, port, ssl, onConnect }) => {
		const address = { host, port, ...(!privateNetworks && publicConnection(host)) };
		const name = isIP(host) === 0 && { servername: host };
		const socket = ssl
			? connectTls({ ...address, ...name, ...ssl }, onConnect)
			: connect(address, onConnect);
		return socket.setKeepAlive(true, KEEP_ALIVE_MS);
	};

/** Parts of kafkajs that log errors without throwing them, such as an expired offset. */
const LOGGED = ["Consumer", "ConsumerGroup", "Runner"];

/**
 * A kafkajs client. kafkajs logs errors that it recovers from, so they are warnings in our log; other errors are
 * thrown, and logged by the caller.
 */
export const createClient = (connection: KafkaConnection, logger: Logger): Kafka => {
	const { brokers, clientId = "footfall", ssl = false, sasl, requestTimeoutMs = 5000 } = connection;
	const { privateNetworks = true } = connection;
	return new Kafka({
		brokers: [...brokers],
		clientId,
		ssl,
		socketFactory: createSocketFactory(privateNetworks),
		...(sasl && { sasl: sasl as SASLOptions }),
		connectionTimeout: Math.min(3000, requestTimeoutMs),
		requestTimeout: requestTimeoutMs,
		// Few and short, because the callers retry, with a deadline or a log line.
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

/** Queries the cluster over a new connection. */
export const withAdmin = async <Result>(
	kafka: Kafka,
	work: (admin: Admin) => Promise<Result>,
): Promise<Result> => {
	// A new topic or group briefly has no leader or coordinator.
	const admin = kafka.admin({ retry: { retries: 8, initialRetryTime: 100, maxRetryTime: 1000 } });
	try {
		await admin.connect();
		return await work(admin);
	} finally {
		await admin.disconnect();
	}
};

/** A group's position in each partition of a topic: the next offset to read, and the partition's end. */
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

/** The innermost cause, because kafkajs wraps an error at each attempt. */
const rootOf = (error: unknown): Error => {
	if (!(error instanceof Error)) return new Error(String(error));
	return error.cause === undefined ? error : rootOf(error.cause);
};

/** Kafka's name of the error, such as `UNKNOWN_TOPIC_OR_PARTITION`; "" for other errors. */
export const kafkaErrorType = (error: unknown): string => {
	const { type } = rootOf(error) as { type?: unknown };
	return typeof type === "string" ? type : "";
};

/** The cluster answers and has no such topic; the operator has to create it. */
export class TopicMissingError extends Error {
	override name = "TopicMissingError";
}

/** Whether the same request may succeed later, according to kafkajs. */
export const isRetriable = (error: unknown): boolean =>
	(error as { retriable?: unknown } | undefined)?.retriable === true;

export const isTopicMissing = (error: unknown): boolean =>
	kafkaErrorType(error) === "UNKNOWN_TOPIC_OR_PARTITION";

/** A failure that concerns `topic`, worded for an operator. */
export const explainKafkaError = (error: unknown, topic: string): string => {
	const type = kafkaErrorType(error);
	if (isTopicMissing(error))
		return `topic "${topic}" does not exist on this cluster; create it with "footfall topics"`;
	if (type.endsWith("AUTHORIZATION_FAILED"))
		return `this client may not use topic "${topic}" or its consumer group (${type})`;
	return rootOf(error).message;
};

/** Resolves to the answer, or rejects with what the operator can change; an EnvironmentError says so already. */
export const explained = async <Answer>(
	about: string,
	answer: Promise<Answer>,
): Promise<Answer> => {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof EnvironmentError) throw error;
		const reason = `Kafka could not answer: ${explainKafkaError(error, about)}`;
		throw new QueueUnavailableError(reason, { cause: error });
	}
};
