import type { Logger } from "@footfall/shared/logger";
import { CompressionTypes, type Producer } from "kafkajs";
import { createClient, explained, type KafkaConnection, withAdmin } from "./connection.ts";

/** Sends texts to a topic of any cluster. */
export interface JsonSender {
	/** Resolves once all in-sync replicas have them. @throws QueueUnavailableError */
	send(messages: readonly { key: string; value: string }[]): Promise<void>;
	/** Whether the topic is there and answers. @throws QueueUnavailableError */
	check(): Promise<void>;
	close(): Promise<void>;
}

export const openJsonSender = ({
	topic,
	logger,
	...connection
}: KafkaConnection & { topic: string; logger: Logger }): JsonSender => {
	const kafka = createClient(connection, logger);
	let opening: Promise<Producer> | undefined;

	const connected = async (): Promise<Producer> => {
		const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
		await producer.connect();
		return producer;
	};
	const close = async () => {
		const closing = opening;
		opening = undefined;
		await closing?.then(
			(producer) => producer.disconnect(),
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
						await producer.send({
							...{ topic, acks: -1, compression: CompressionTypes.GZIP },
							messages: [...messages],
						});
					} catch (error) {
						// A producer that failed may have lost its sequence; a new one begins another.
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
		close,
	};
};
