import type { Logger } from "@footfall/shared/logger";
import { CompressionTypes } from "kafkajs";
import { createClient, explained, type KafkaConnection, withAdmin } from "./connection.ts";
import { type IdempotentProducer, openIdempotentProducer } from "./idempotent-producer.ts";
import { keyedMessageOf } from "./keyed-message.ts";

/** Sends texts to a topic of any cluster. */
export interface JsonSender {
	/** Resolves once all in-sync replicas have them. @throws QueueUnavailableError */
	send(messages: readonly { key: string; value: string }[]): Promise<void>;
	/** Whether the topic is there and answers. @throws QueueUnavailableError */
	check(): Promise<void>;
	/** By which a cluster is the same under any names of its brokers. @throws QueueUnavailableError */
	clusterId(): Promise<string>;
	close(): Promise<void>;
}

export const openJsonSender = ({
	topic,
	logger,
	...connection
}: KafkaConnection & { topic: string; logger: Logger }): JsonSender => {
	const kafka = createClient(connection, logger);
	let opening: Promise<IdempotentProducer> | undefined;

	const connected = () =>
		openIdempotentProducer(kafka, topic, (given) => given, CompressionTypes.GZIP);
	const close = async () => {
		const closing = opening;
		opening = undefined;
		await closing?.then(
			(producer) => producer.close(),
			() => undefined,
		);
	};

	return {
		send: (messages) =>
			explained(
				topic,
				(async () => {
					opening ??= connected();
					try {
						const producer = await opening;
						await producer.send(messages.map(({ key, value }) => keyedMessageOf(key, value)));
					} catch (error) {
						// It must not be used again.
						await close();
						throw error;
					}
				})(),
			),
		check: () =>
			explained(
				topic,
				withAdmin(kafka, async (admin) => void (await admin.fetchTopicOffsets(topic))),
			),
		clusterId: () =>
			explained(
				topic,
				withAdmin(kafka, async (admin) => (await admin.describeCluster()).clusterId),
			),
		close,
	};
};
