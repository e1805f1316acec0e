import { crc32 } from "node:zlib";
import { envelopeOf } from "@footfall/shared/envelope/envelope-of";
import { jsonValue } from "@footfall/shared/json-value";
import type { KeyedMessage } from "./keyed-message.ts";
import { packMessages } from "./packed-record.ts";

/**
 * A value as JSON that any consumer of the topic can read: its envelope and, for the loader, the value itself, because
 * the envelope leaves some of it out. `record` is JSON or, for other bytes, base64 text; `crc32` is that of the value's
 * bytes, and `bytes` the length of `record` in this text.
 *
 *     {"v":1, …, "loader":{"record":[1, …],"crc32":123,"bytes":456}}
 */

/** Of a record that a topic with the default settings accepts, uncompressed. */
const MAX_JSON_BYTES = 900 * 1024;
const OPENING_OBJECT = 0x7b;
const OPENING_LIST = 0x5b;
const QUOTE = 0x22;
const END = /,"crc32":(\d{1,10}),"bytes":(\d{1,7})\}\}$/;
const MAX_END_BYTES = 48;

const jsonOf = (value: Buffer): Buffer | undefined => {
	let envelope: string;
	try {
		envelope = JSON.stringify(envelopeOf(value));
	} catch {
		return undefined;
	}
	const isJson = value[0] === OPENING_LIST;
	const record = isJson ? value.toString() : `"${value.toString("base64")}"`;
	const bytes = isJson ? value.length : record.length;
	const loader = `{"record":${record},"crc32":${crc32(value)},"bytes":${bytes}}`;
	return Buffer.from(`${envelope.slice(0, -1)},"loader":${loader}}`);
};

/**
 * Each message as a record of JSON. One that has no envelope, such as a record of another version that is replayed, or
 * that would be too large, is packed alone: the loader reads both forms in one topic.
 */
export const jsonMessages = (messages: readonly KeyedMessage[]): KeyedMessage[] =>
	messages.flatMap((message) => {
		const value = jsonOf(message.value);
		return value === undefined || value.length > MAX_JSON_BYTES
			? packMessages([message], undefined)
			: [{ ...message, value }];
	});

const checked = (value: Buffer, checksum: number): Buffer | undefined =>
	crc32(value) === checksum ? value : undefined;

const bytesOf = (record: Buffer): Buffer =>
	record[0] === QUOTE
		? Buffer.from(record.toString("latin1", 1, record.length - 1), "base64")
		: record;

/** The value in a text as it was written: it is found from the end, so that nothing has to be parsed. */
const valueAtEnd = (text: Buffer): Buffer | undefined => {
	const [end, checksum, bytes] =
		END.exec(text.toString("latin1", Math.max(0, text.length - MAX_END_BYTES))) ?? [];
	if (end === undefined) return undefined;
	const to = text.length - end.length;
	return checked(bytesOf(text.subarray(Math.max(0, to - Number(bytes)), to)), Number(checksum));
};

interface LoaderPart {
	record?: unknown;
	crc32?: unknown;
}

/** The same for a text that another program has written again, in another order for example. */
const valueIn = ({ record, crc32: checksum }: LoaderPart): Buffer | undefined =>
	checked(
		typeof record === "string"
			? Buffer.from(record, "base64")
			: Buffer.from(JSON.stringify(record ?? null)),
		Number(checksum),
	);

/**
 * The values of a record of JSON: one, or `undefined` for one that fails its checksum. No list for a record of another
 * form.
 */
export const valuesOfJson = (text: Buffer): [Buffer | undefined] | undefined => {
	if (text[0] !== OPENING_OBJECT) return undefined;
	const value = valueAtEnd(text);
	if (value !== undefined) return [value];
	const parsed = jsonValue(text.toString());
	const { loader } = (parsed ?? {}) as { loader?: LoaderPart };
	return typeof loader === "object" && loader !== null ? [valueIn(loader)] : undefined;
};
