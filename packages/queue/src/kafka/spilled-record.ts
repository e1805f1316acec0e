import type { NewRecord } from "../driver/queue.ts";

const KEY_LENGTH_BYTES = 2;

/** Key and value as one value, because a queue returns only values. A key has at most 65,535 bytes. */
export const packRecord = (key: Uint8Array, value: Uint8Array): Buffer => {
	const packed = Buffer.allocUnsafe(KEY_LENGTH_BYTES + key.length + value.length);
	packed.writeUInt16LE(key.length, 0);
	packed.set(key, KEY_LENGTH_BYTES);
	packed.set(value, KEY_LENGTH_BYTES + key.length);
	return packed;
};

/** @throws RangeError if there are too few bytes for a packed record */
export const unpackRecord = (packed: Uint8Array): NewRecord => {
	const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
	const end = KEY_LENGTH_BYTES + bytes.readUInt16LE(0);
	if (bytes.length < end) throw new RangeError("A spilled record ends within its key");
	return { key: bytes.toString("utf8", KEY_LENGTH_BYTES, end), value: bytes.subarray(end) };
};
