import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Block, createBlockWriter, readBlock } from "../driver/block.ts";
import { groupMessages, type KeyedMessage } from "./keyed-message.ts";

/**
 * Values of one partition share a Kafka record, laid out as the embedded queue's blocks are: what a client, a broker
 * and a fetch cost is mostly per record, and each value has a checksum that kafkajs would not look at. Events resemble
 * each other, so a block of some is deflated: kafkajs copies what it sends about ten times.
 *
 *     block                         as it is
 *     magic, deflated block         where that is worth the time
 */

/** Most values of a record: each has an offset of its own, the record's × this + its place. */
export const VALUES_PER_RECORD = 256;
/** Room that a block takes beside its values, generously. */
const BLOCK_BYTES = 64;
const VALUE_BYTES = 16;

const DEFLATED = Buffer.from("FFD1");
/** Starting the compression costs as much as copying this. */
const WORTH_DEFLATING_BYTES = 2048;
/** The fastest level: 1.4 µs an event in blocks of 20, where a higher one gains little. */
const FASTEST = { level: 1 };
/** More than any batch holds, so that a foreign record cannot fill the memory. */
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
		// It is then delivered as it is, and set aside by the loader.
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
 * Puts messages of the same partition together, in their order. While the number of partitions is not known each
 * stays alone.
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

/** The values of a Kafka record, `undefined` where one fails its checksum. A record that is no block is one value. */
export const unpackValue = (value: Buffer): (Buffer | undefined)[] => {
	const block = blockOf(value);
	if (block === undefined || block.count > VALUES_PER_RECORD) return [value];
	return Array.from({ length: block.count }, (_none, index) => block.record(index));
};
