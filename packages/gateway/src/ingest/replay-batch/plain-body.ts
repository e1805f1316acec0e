import { isUtf8 } from "node:buffer";
import { gunzip } from "node:zlib";
import { MAX_REPLAY_BODY_BYTES } from "@footfall/shared/limits";
import type { Refusal } from "../../errors/errors.ts";
import { bodyTooLarge, notCompressed } from "../../errors/refusals.ts";

const TOO_LARGE = bodyTooLarge(MAX_REPLAY_BODY_BYTES);
const NOT_GZIP = notCompressed("gzip");

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

const plain = (bytes: Buffer) => {
	const isMarked = BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length));
	const text = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
	return { bytes: isUtf8(text) ? text : Buffer.from(text.toString()) };
};

/**
 * Bytes of JSON in UTF-8. A recorder compresses without a header that says so, which would cost every batch a
 * preflight; no JSON begins like a gzip file. Invalid UTF-8 becomes replacement characters.
 */
export const plainReplayBody = (
	received: Buffer,
): Promise<{ bytes: Buffer } | { refused: Refusal }> =>
	new Promise((resolve) => {
		if (!isGzip(received)) return resolve(plain(received));
		gunzip(received, { maxOutputLength: MAX_REPLAY_BODY_BYTES }, (error, bytes) => {
			if (error === null) return resolve(plain(bytes));
			const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
			resolve({ refused: isTooLarge ? TOO_LARGE : NOT_GZIP });
		});
	});
