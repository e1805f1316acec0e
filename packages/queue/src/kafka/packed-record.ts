import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Block, createBlockWriter, readBlock } from "../driver/block.ts";
import { groupMessages, type KeyedMessage } from "./keyed-message.ts";

/**
 * Values of one partition share a Kafka record in the block format of the embedded queue: most costs of client, broker
 * and fetch are per record, and each value gets a checksum, which kafkajs would not verify. Larger blocks are deflated,
 * because events resemble each other and kafkajs copies sent bytes about ten times.
 *
 *     block                         as it is
 *     magic, deflated block         if that saves time
 */

/** Maximum number of values in a record. The offset of a value is the record's × this + its index. */
export const VALUES_PER_RECORD = 256;
/** Upper limit of a block's overhead. */
const BLOCK_BYTES = 64;
const VALUE_BYTES = 16;

const DEFLATED = Buffer.from("FFD1");
/** Below this size, compression costs more than it saves. */
const WORTH_DEFLATING_BYTES = 2048;
/** The fastest level: 1.4 µs an event in blocks of 20; higher ones gain little. */
const FASTEST = { level: 1 };
/** More than any batch has, so that a foreign record cannot exhaust the memory. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;

const deflated = (block: Buffer): Buffer =>
	block.length < WORTH_DEFLATING_BYTES
		? block
		: Buffer.concat([DEFLATED, deflateRawSync(block, FASTEST)]);

const isDeflated = (value: Buffer) => DEFLATED.compare(value, 0, DEFLATED.length) === 0;

const blockOf = (value: Buffer): Block | undefined => {
	if (value.length < DEFLATED.length || !isDeflated(value)) return readBlock(value);
	try {
		const limits = { maxOutputLength: MAX_BLOCK_BYTES };
		return readBlock(inflateRawSync(value.subarray(DEFLATED.length), limits));
	} catch {
		// Delivered unchanged; the loader makes it a dead letter.
		return undefined;
	}
};

const recordOf = (messages: readonly KeyedMessage[], first: KeyedMessage): KeyedMessage => {
	const bytes = messages.reduce((sum, { value }) => sum + value.length + VALUE_BYTES, BLOCK_BYTES);
	const writer = createBlockWriter(bytes);
	for (const { value } of messages) writer.add(value);
	return { key: first.key, hash: first.hash, value: deflated(writer.finish(Date.now())) };
};

/**
 * Groups messages of the same partition, in order. While the number of partitions is unknown, each gets its own record.
 */
export const packMessages = (
	messages: readonly KeyedMessage[],
	partitions: number | undefined,
): KeyedMessage[] => {
	const groups = groupMessages(messages, ({ hash }, index) =>
		partitions === undefined ? index : hash % partitions,
	);
	const records: KeyedMessage[] = [];
	for (const group of groups.values())
		for (let from = 0; from < group.length; from += VALUES_PER_RECORD) {
			const together = group.slice(from, from + VALUES_PER_RECORD);
			const [first] = together;
			if (first) records.push(recordOf(together, first));
		}
	return records;
};

/**
 * The values of a Kafka record, `undefined` for each that fails its checksum. A record that is not a block is one
 * value.
 */
export const unpackValue = (value: Buffer): (Buffer | undefined)[] => {
	const block = blockOf(value);
	if (block === undefined || block.count > VALUES_PER_RECORD) return [value];
	return Array.from({ length: block.count }, (_none, index) => block.record(index));
};
