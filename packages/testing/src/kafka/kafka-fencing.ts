import { createRequire } from "node:module";
import { connect } from "node:net";
import { Kafka, type KafkaMessage, logLevel } from "kafkajs";

/** The batch's producer, which kafkajs provides with each message but its types omit. */
type MessageOfBatch = KafkaMessage & {
	batchContext: { producerId: string; producerEpoch: number };
};

interface Encoded {
	buffer: Buffer;
}

const require = createRequire(import.meta.url);
const encodeRequest = require("kafkajs/src/protocol/request.js") as (options: {
	correlationId: number;
	clientId: string;
	request: unknown;
}) => Promise<Encoded>;
const produceRequest = require("kafkajs/src/protocol/requests/produce/v7/request.js") as (
	options: object,
) => unknown;

/** One message of each producer id in the topic, with its partition. */
const messagesByProducer = async (brokers: string[], topic: string) => {
	const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
	const admin = kafka.admin();
	await admin.connect();
	const ends = await admin.fetchTopicOffsets(topic);
	await admin.disconnect();
	const open = new Map(
		ends.filter(({ high }) => high !== "0").map(({ partition, high }) => [partition, Number(high)]),
	);
	const found = new Map<string, { partition: number; message: MessageOfBatch }>();
	const consumer = kafka.consumer({
		groupId: `${topic}-producers-${Date.now()}`,
		maxWaitTimeInMs: 50,
	});
	await consumer.connect();
	await consumer.subscribe({ topics: [topic], fromBeginning: true });
	await new Promise<void>((resolve) => {
		void consumer.run({
			eachBatch: ({ batch: { partition, messages } }) => {
				for (const message of messages as MessageOfBatch[])
					found.set(message.batchContext.producerId, { partition, message });
				if (Number(messages.at(-1)?.offset) >= (open.get(partition) ?? 0) - 1)
					open.delete(partition);
				if (open.size === 0) resolve();
				return Promise.resolve();
			},
		});
	});
	await consumer.disconnect();
	return found;
};

/** The ids of the producers that have written to the topic. */
export const producersOf = async (brokers: string[], topic: string): Promise<string[]> => [
	...(await messagesByProducer(brokers, topic)).keys(),
];

const request = (broker: string, bytes: Buffer) =>
	new Promise<Buffer>((resolve, reject) => {
		const [host = "", port] = broker.split(":");
		const socket = connect(Number(port), host, () => socket.write(bytes));
		socket.once("error", reject);
		socket.once("data", (answer) => {
			socket.destroy();
			resolve(answer);
		});
	});

/**
 * Writes a copy of one record with each producer's id and the next epoch, after which the broker rejects further
 * records of the producers themselves. Needs a single broker; resolves to the ids.
 */
export const fenceProducers = async (brokers: string[], topic: string): Promise<string[]> => {
	const found = await messagesByProducer(brokers, topic);
	for (const [producerId, { partition, message }] of found) {
		const { key, value, batchContext } = message;
		const { buffer } = await encodeRequest({
			correlationId: 1,
			clientId: "intruder",
			request: produceRequest({
				acks: -1,
				timeout: 5000,
				producerId,
				producerEpoch: batchContext.producerEpoch + 1,
				topicData: [
					{
						topic,
						partitions: [{ partition, firstSequence: 0, messages: [{ key, value, headers: {} }] }],
					},
				],
			}),
		});
		await request(brokers[0] ?? "", buffer);
	}
	return [...found.keys()];
};
