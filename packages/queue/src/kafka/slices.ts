import type { KafkaMessage } from "kafkajs";
import type { QueueRecord } from "../driver/queue.ts";
import { VALUES_PER_RECORD } from "./packed-record.ts";
import { valuesIn } from "./record-form.ts";

/** Values that are delivered at once. */
export interface TopicSlice {
	/** Each with the key of its Kafka record. */
	records: { record: QueueRecord; key: Buffer | null }[];
	damaged: { offset: number; reason: string }[];
	/** Kafka's offset of the last record that ends within it, `undefined` if none does. */
	last: string | undefined;
}

const newSlice = (): TopicSlice => ({ records: [], damaged: [], last: undefined });

/** Splits Kafka records into slices of at most `maxRecords` values; a record may span several slices. */
export function* slicesOf(
	messages: readonly KafkaMessage[],
	maxRecords: number,
): Generator<TopicSlice> {
	let slice = newSlice();
	for (const { offset, key, value } of messages) {
		const first = Number(offset) * VALUES_PER_RECORD;
		if (value === null) slice.damaged.push({ offset: first, reason: "it has no bytes" });
		for (const [index, unpacked] of (value === null ? [] : valuesIn(value)).entries()) {
			if (slice.records.length >= maxRecords) {
				yield slice;
				slice = newSlice();
			}
			const place = first + index;
			if (unpacked) slice.records.push({ record: { offset: place, value: unpacked }, key });
			else slice.damaged.push({ offset: place, reason: "its checksum does not match" });
		}
		slice.last = offset;
	}
	yield slice;
}
