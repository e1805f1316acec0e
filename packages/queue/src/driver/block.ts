import { crc32 } from "node:zlib";

/**
 * Records are stored in blocks, one per commit, because one put per record costs several times as much.
 *
 *     header   magic, count, time of the append, CRC of those
 *     records  length, CRC, bytes: each
 *     trailer  the lengths once more, then count, time, magic and a CRC of all of those
 *
 * Count and lengths are stored twice, so that damage in one place costs one record at most.
 */
const HEADER_BYTES = 20;
const RECORD_HEADER_BYTES = 8;
const FOOTER_BYTES = 20;
const HEADER_MAGIC = 0x31424646;
const FOOTER_MAGIC = 0x31454646;
/** Offset of the magic within the footer. */
const FOOTER_MAGIC_AT = 12;

const MAX_BYTES_PER_CHARACTER = 3;
const FIRST_CAPACITY_BYTES = 32 * 1024;

/** Collects records until `finish` encodes them. */
export interface BlockWriter {
	/** Returns the record's length in bytes. Text is stored as UTF-8. */
	add(value: Uint8Array | string): number;
	count(): number;
	/** Size that `finish` would give. */
	bytes(): number;
	/** The block, preceded by `frontBytes` reserved for the caller. Valid until the next `add`. */
	finish(appendedAt: number): Buffer;
	/** Starts an empty block in the same memory. */
	clear(): void;
}

/** @param frontBytes space to leave in front of the block */
export const createBlockWriter = (
	capacityBytes = FIRST_CAPACITY_BYTES,
	frontBytes = 0,
): BlockWriter => {
	let buffer = Buffer.allocUnsafe(capacityBytes);
	let end = frontBytes + HEADER_BYTES;
	const lengths: number[] = [];

	const reserve = (bytes: number) => {
		if (end + bytes <= buffer.length) return;
		const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, end + bytes));
		buffer.copy(larger, 0, 0, end);
		buffer = larger;
	};

	/** Text is encoded in place: a separate buffer would have to be allocated and copied. */
	const put = (value: Uint8Array | string, at: number): number => {
		if (typeof value === "string") return buffer.write(value, at);
		buffer.set(value, at);
		return value.length;
	};

	return {
		add: (value) => {
			const maxBytes =
				typeof value === "string" ? MAX_BYTES_PER_CHARACTER * value.length : value.length;
			reserve(RECORD_HEADER_BYTES + maxBytes);
			const start = end + RECORD_HEADER_BYTES;
			const length = put(value, start);
			buffer.writeUInt32LE(length, end);
			// Seeded with the length, so that truncated or extended bytes never pass.
			buffer.writeUInt32LE(crc32(buffer.subarray(start, start + length), length), end + 4);
			end = start + length;
			lengths.push(length);
			return length;
		},
		count: () => lengths.length,
		bytes: () => end + 4 * lengths.length + FOOTER_BYTES,
		finish: (appendedAt) => {
			reserve(4 * lengths.length + FOOTER_BYTES);
			const trailer = end;
			for (const length of lengths) end = buffer.writeUInt32LE(length, end);
			end = buffer.writeUInt32LE(lengths.length, end);
			end = buffer.writeDoubleLE(appendedAt, end);
			end = buffer.writeUInt32LE(FOOTER_MAGIC, end);
			end = buffer.writeUInt32LE(crc32(buffer.subarray(trailer, end)), end);

			const header = buffer.subarray(frontBytes, frontBytes + HEADER_BYTES);
			header.writeUInt32LE(HEADER_MAGIC, 0);
			header.writeUInt32LE(lengths.length, 4);
			header.writeDoubleLE(appendedAt, 8);
			header.writeUInt32LE(crc32(header.subarray(0, 16)), 16);
			return buffer.subarray(0, end);
		},
		clear: () => {
			end = frontBytes + HEADER_BYTES;
			lengths.length = 0;
		},
	};
};

export interface Block {
	count: number;
	appendedAt: number;
	/** The record's bytes; `undefined` if they fail their checksum. */
	record(index: number): Buffer | undefined;
}

interface Summary {
	count: number;
	appendedAt: number;
}

const headerOf = (bytes: Buffer): Summary | undefined =>
	bytes.length >= HEADER_BYTES &&
	bytes.readUInt32LE(0) === HEADER_MAGIC &&
	bytes.readUInt32LE(16) === crc32(bytes.subarray(0, 16))
		? { count: bytes.readUInt32LE(4), appendedAt: bytes.readDoubleLE(8) }
		: undefined;

/** Start of each record, according to the trailer's lengths. */
const trailerOf = (bytes: Buffer): (Summary & { starts: number[] }) | undefined => {
	const footer = bytes.length - FOOTER_BYTES;
	if (footer < HEADER_BYTES || bytes.readUInt32LE(footer + FOOTER_MAGIC_AT) !== FOOTER_MAGIC)
		return undefined;
	const count = bytes.readUInt32LE(footer);
	const trailer = footer - 4 * count;
	if (
		trailer < HEADER_BYTES ||
		bytes.readUInt32LE(footer + 16) !== crc32(bytes.subarray(trailer, footer + 16))
	)
		return undefined;
	const starts = [HEADER_BYTES];
	for (let index = 0, end = HEADER_BYTES; index < count; index++) {
		end += RECORD_HEADER_BYTES + bytes.readUInt32LE(trailer + 4 * index);
		starts.push(end);
	}
	return { count, appendedAt: bytes.readDoubleLE(footer + 4), starts };
};

/** The same according to the lengths in front of the records, up to the first damaged one. */
const startsByWalking = (bytes: Buffer, count: number): number[] => {
	const starts = [HEADER_BYTES];
	for (let start = HEADER_BYTES; starts.length <= count; ) {
		if (start + RECORD_HEADER_BYTES > bytes.length) break;
		const length = bytes.readUInt32LE(start);
		// A truncated file is padded with zeros, which could be mistaken for empty records.
		if (length === 0) break;
		start += RECORD_HEADER_BYTES + length;
		starts.push(start);
	}
	return starts;
};

/** Reads a block; `undefined` if neither its header nor its trailer can be trusted. */
export const readBlock = (bytes: Buffer): Block | undefined => {
	const trailer = trailerOf(bytes);
	const header = headerOf(bytes);
	const summary = trailer ?? header;
	if (summary === undefined) return undefined;
	const starts = trailer?.starts ?? startsByWalking(bytes, summary.count);
	return {
		count: summary.count,
		appendedAt: summary.appendedAt,
		record: (index) => {
			const start = starts[index];
			const end = starts[index + 1];
			if (start === undefined || end === undefined || end > bytes.length) return undefined;
			const value = bytes.subarray(start + RECORD_HEADER_BYTES, end);
			return bytes.readUInt32LE(start + 4) === crc32(value, value.length) ? value : undefined;
		},
	};
};
