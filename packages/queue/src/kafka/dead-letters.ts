import { randomBytes } from "node:crypto";
import type { IHeaders, Kafka, KafkaMessage } from "kafkajs";
import type { DeadLetter, NewRecord } from "../driver/queue.ts";
import { positionsOf, withAdmin } from "./connection.ts";
import { unpackValue } from "./packed-record.ts";

/** Headers of a dead letter: reason, origin and time. */
export const deadLetterHeaders = (
	{ partition, offset }: { partition: string; offset: number },
	reason: string,
): IHeaders => ({
	reason,
	partition,
	offset: String(offset),
	at: String(Date.now()),
});

const headerOf = ({ headers }: KafkaMessage, name: string): string =>
	headers?.[name]?.toString() ?? "";

const deadLetterOf = (message: KafkaMessage): DeadLetter => ({
	offset: Number(headerOf(message, "offset")),
	reason: headerOf(message, "reason"),
	at: Number(headerOf(message, "at")),
	value: message.value ?? new Uint8Array(),
});

/** Passes on the messages that `groupId` has not read, up to the topic's current end, and commits after each slice. */
const readToEnd = async (
	kafka: Kafka,
	topic: string,
	groupId: string,
	take: (messages: KafkaMessage[]) => Promise<void>,
): Promise<void> => {
	const positions = await withAdmin(kafka, (admin) => positionsOf(admin, topic, groupId));
	// Later records are left for the next run.
	const remaining = new Map(
		positions.filter(({ next, end }) => end > next).map(({ partition, end }) => [partition, end]),
	);
	if (remaining.size === 0) return;
	const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 100 });
	try {
		await consumer.connect();
		await consumer.subscribe({ topics: [topic], fromBeginning: true });
		await new Promise<void>((resolve, reject) => {
			consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
			const reading = consumer.run({
				autoCommit: false,
				eachBatchAutoResolve: false,
				eachBatch: async ({ batch, resolveOffset, commitOffsetsIfNecessary }) => {
					const { partition } = batch;
					const end = remaining.get(partition) ?? 0;
					const messages = batch.messages.filter(({ offset }) => Number(offset) < end);
					const last = messages.at(-1);
					if (last === undefined) return;
					try {
						await take(messages);
					} catch (error) {
						reject(error);
						return;
					}
					resolveOffset(last.offset);
					const offset = String(Number(last.offset) + 1);
					await commitOffsetsIfNecessary({
						topics: [{ topic, partitions: [{ partition, offset }] }],
					});
					if (Number(offset) >= end) remaining.delete(partition);
					if (remaining.size === 0) resolve();
				},
			});
			reading.catch(reject);
		});
	} finally {
		await consumer.disconnect();
	}
};

/** The messages of the dead-letter topic, oldest first. */
export const listDeadLetters = async (kafka: Kafka, topic: string): Promise<DeadLetter[]> => {
	const groupId = `${topic}-list-${randomBytes(6).toString("hex")}`;
	const letters: DeadLetter[] = [];
	await readToEnd(kafka, topic, groupId, (messages) => {
		letters.push(...messages.map(deadLetterOf));
		return Promise.resolve();
	});
	if (letters.length === 0) return letters;
	await withAdmin(kafka, (admin) => admin.deleteGroups([groupId]));
	return letters;
};

/** A dead letter is one value, or a record of several values from an older loader. */
const lettersIn = (value: Buffer): Buffer[] => {
	const unpacked = unpackValue(value);
	const values = unpacked.filter((one) => one !== undefined);
	return values.length === unpacked.length ? values : [value];
};

/** Passes every dead letter that `groupId` has not read to `append`; resolves to their number. */
export const replayDeadLetters = async (
	kafka: Kafka,
	topic: string,
	groupId: string,
	append: (record: NewRecord) => Promise<void>,
): Promise<number> => {
	let replayed = 0;
	await readToEnd(kafka, topic, groupId, async (messages) => {
		const letters = messages.flatMap(({ key, value }) =>
			(value === null ? [] : lettersIn(value)).map((letter) => ({
				key: key?.toString() ?? "",
				value: letter,
			})),
		);
		await Promise.all(letters.map(append));
		replayed += letters.length;
	});
	return replayed;
};
