import { CompressionTypes, type Kafka } from "kafkajs";
import type { KeyedMessage } from "./keyed-message.ts";

/** Turns messages into Kafka records, given the number of partitions once it is known. */
export type Arrange = (messages: KeyedMessage[], partitions: number | undefined) => KeyedMessage[];

/** One idempotent producer on one connection to each broker. */
export interface IdempotentProducer {
	/** Resolves once every in-sync replica has every message. A sender that has failed must be replaced. */
	send(messages: KeyedMessage[]): Promise<void>;
	close(): Promise<void>;
}

/**
 * A sender is replaced after any failure: when a request fails, kafkajs reuses the batch's sequence numbers, although
 * part of it may be stored. The broker would then drop other records under these numbers as duplicates and report
 * success.
 */
export const openIdempotentProducer = async (
	kafka: Kafka,
	topic: string,
	arrange: Arrange = (messages) => messages,
	compression = CompressionTypes.None,
): Promise<IdempotentProducer> => {
	/** As of the first record. A partition added later must not move records that were grouped for fewer. */
	let partitionCount: number | undefined;
	const producer = kafka.producer({
		idempotent: true,
		allowAutoTopicCreation: false,
		createPartitioner:
			() =>
			({ message, partitionMetadata }) => {
				partitionCount ??= partitionMetadata.length;
				if (partitionCount !== partitionMetadata.length)
					throw new Error(`the topic now has ${partitionMetadata.length} partitions`);
				return (message as KeyedMessage).hash % partitionCount;
			},
	});
	try {
		await producer.connect();
	} catch (error) {
		await producer.disconnect();
		throw error;
	}
	return {
		send: async (messages) => {
			const records = arrange(messages, partitionCount);
			const answers = await producer.sendBatch({
				acks: -1,
				compression,
				topicMessages: [{ topic, messages: records }],
			});
			// When a leader moves to a broker that has already answered, kafkajs omits the moved partition from the retry and
			// reports success. Only records that a broker has acknowledged are stored.
			const answered = new Set(answers.map(({ partition }) => partition));
			const count = partitionCount ?? 1;
			const missing = records.filter(({ hash }) => !answered.has(hash % count)).length;
			if (missing > 0) throw new Error(`${missing} records were not acknowledged`);
		},
		close: () => producer.disconnect(),
	};
};
