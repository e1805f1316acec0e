import { crc32 } from "node:zlib";

/**
 * A segment is a sequence of frames. A frame is a header of 40 bytes and a body: the block of one commit, or nothing
 * that is to be read.
 *
 *     magic, kind, body's length, count, first offset, time of the append, CRC of the body, CRC of all of these
 */
export interface FrameHeader {
	kind: FrameKind;
	bodyBytes: number;
	/** Offset of its first record, or of the next one if it has none. */
	first: number;
	count: number;
	/** ms since the epoch. */
	appendedAt: number;
	bodyChecksum: number;
}

/** Records; nothing, such as a test write or overwritten records; the end of a log that was closed. */
export type FrameKind = "records" | "void" | "end";

export const FRAME_HEADER_BYTES = 40;
/** UTF-8 text never contains it. */
export const FRAME_MAGIC = Buffer.from([0xff, 0xf4, 0x46, 0x4c]);
const KINDS: readonly FrameKind[] = ["records", "void", "end"];
const CHECKSUM_AT = FRAME_HEADER_BYTES - 4;

/** Writes a header to the start of the bytes. */
export const writeFrameHeader = (bytes: Buffer, header: FrameHeader): void => {
	let at = FRAME_MAGIC.copy(bytes);
	at = bytes.writeUInt32LE(KINDS.indexOf(header.kind), at);
	at = bytes.writeUInt32LE(header.bodyBytes, at);
	at = bytes.writeUInt32LE(header.count, at);
	at = bytes.writeDoubleLE(header.first, at);
	at = bytes.writeDoubleLE(header.appendedAt, at);
	at = bytes.writeUInt32LE(header.bodyChecksum, at);
	bytes.writeUInt32LE(crc32(bytes.subarray(0, at)), at);
};

/** A frame without a body. */
export const emptyFrame = (kind: FrameKind, first: number): Buffer => {
	const bytes = Buffer.alloc(FRAME_HEADER_BYTES);
	const nothing = { bodyBytes: 0, count: 0, bodyChecksum: 0 };
	writeFrameHeader(bytes, { kind, first, appendedAt: Date.now(), ...nothing });
	return bytes;
};

/** Completes a frame of records: `bytes` is the block after space for the header. */
export const sealFrame = (
	bytes: Buffer,
	given: Pick<FrameHeader, "first" | "count" | "appendedAt">,
): void => {
	const body = bytes.subarray(FRAME_HEADER_BYTES);
	const checked = { bodyBytes: body.length, bodyChecksum: crc32(body) };
	writeFrameHeader(bytes, { kind: "records", ...given, ...checked });
};

/** Reads the header at the start of the bytes; `undefined` if its checksum does not match. */
export const readFrameHeader = (bytes: Buffer): FrameHeader | undefined => {
	if (bytes.length < FRAME_HEADER_BYTES || FRAME_MAGIC.compare(bytes, 0, 4) !== 0) return undefined;
	if (bytes.readUInt32LE(CHECKSUM_AT) !== crc32(bytes.subarray(0, CHECKSUM_AT))) return undefined;
	const kind = KINDS[bytes.readUInt32LE(4)];
	return (
		kind && {
			kind,
			bodyBytes: bytes.readUInt32LE(8),
			count: bytes.readUInt32LE(12),
			first: bytes.readDoubleLE(16),
			appendedAt: bytes.readDoubleLE(24),
			bodyChecksum: bytes.readUInt32LE(32),
		}
	);
};
