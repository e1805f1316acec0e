import { CompressionTypes } from "kafkajs";
import type { Arrange } from "./idempotent-producer.ts";
import { jsonMessages, valuesOfJson } from "./json-record.ts";
import { packMessages, unpackValue } from "./packed-record.ts";

/** How a producer writes values into a topic: several packed into a record, or each as a record of JSON. */
export type RecordForm = "packed" | "json";

interface WrittenForm {
	arrange: Arrange;
	compression: CompressionTypes;
}

export const RECORD_FORMS: Readonly<Record<RecordForm, WrittenForm>> = {
	// Packed values are compressed already.
	packed: { arrange: packMessages, compression: CompressionTypes.None },
	json: { arrange: jsonMessages, compression: CompressionTypes.GZIP },
};

/** The values of a Kafka record of either form, `undefined` for each that fails its checksum. */
export const valuesIn = (value: Buffer): (Buffer | undefined)[] =>
	valuesOfJson(value) ?? unpackValue(value);
