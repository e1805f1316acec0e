import type { Kafka } from "kafkajs";
import type { KeyedMessage } from "./keyed-message.ts";

/** Turns messages into Kafka records, given how many partitions there are once that is known. */
export type Arrange = (messages: KeyedMessage[], partitions: number | undefined) => KeyedMessage[];

/** One idempotent producer on one connection to each broker. */
export interface IdempotentProducer {
	/** Resolves once every in-sync replica has every message. A sender that has failed is of no more use. */
	send(messages: KeyedMessage[]): Promise<void>;
	close(): Promise<void>;
}

/**
 * Why a sender is replaced after any failure: kafkajs takes a batch's sequence numbers back when a request
 * fails, although a part of it may be stored. Other records under the same numbers would then be taken for
 * repetitions and dropped by the broker, with a reply that says stored.
 */
export const openIdempotentProducer = async (
	kafka: Kafka,
	topic: string,
	arrange: Arrange = (messages) => messages,
): Promise<IdempotentProducer> => {
	/** As of the first record. A partition added later must not move records that were put together for fewer. */
	let partitionCount: number | undefined;
	const producer = kafka.producer({
		idempotent: true,
		allowAutoTopicCreation: false,
		createPartitioner:
			() =>
			({ message, partitionMetadata }) => {
				partitionCount ??= partitionMetadata.length;
				if (partitionCount !== partitionMetadata.length)
					throw new Error(`the topic has ${partitionMetadata.length} partitions by now`);
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
				topicMessages: [{ topic, messages: records }],
			});
			// When a leader moves to a broker that had already answered, kafkajs leaves the moved partition out
			// of the repetition and reports success. Only records that a broker answered for are stored.
			const answered = new Set(answers.map(({ partition }) => partition));
			const count = partitionCount ?? 1;
			const missing = records.filter(({ hash }) => !answered.has(hash % count)).length;
			if (missing > 0) throw new Error(`${missing} records were left without an answer`);
		},
		close: () => producer.disconnect(),
	};
};
