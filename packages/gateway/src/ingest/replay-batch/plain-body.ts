import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { gunzip } from "node:zlib";
import { MAX_REPLAY_BODY_BYTES } from "@footfall/shared/limits";
import type { Refusal } from "../../errors/errors.ts";
import { type Body, receiveBody } from "../../http/request/body.ts";
import { type Outcome, rejected } from "../outcome.ts";

/** The outcome of a batch whose body cannot be read. */
export const rejectedBody = (refusal: Refusal): Outcome =>
	rejected(refusal.code === "PAYLOAD_TOO_LARGE" ? "too_large" : "malformed", refusal);

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

const isMarked = (bytes: Buffer) =>
	BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length));

/** The request's body as it came: of at most 10 MB, and decompressed where a header says how. */
export const receiveReplayBody = (request: IncomingMessage): Promise<Body> =>
	new Promise((resolve) => receiveBody(request, MAX_REPLAY_BODY_BYTES, resolve));

/**
 * Bytes of JSON in UTF-8. A recorder compresses without saying so in a header, which would cost every batch a
 * preflight; no JSON begins like a gzip. Bytes that are no UTF-8 become replacement characters.
 */
export const plainReplayBody = (received: Buffer): Promise<Exclude<Body, undefined>> =>
	new Promise((resolve) => {
		const plain = (bytes: Buffer) => {
			const text = isMarked(bytes) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
			resolve({ bytes: isUtf8(text) ? text : Buffer.from(text.toString()) });
		};
		if (!isGzip(received)) return plain(received);
		gunzip(received, { maxOutputLength: MAX_REPLAY_BODY_BYTES }, (error, bytes) => {
			if (error === null) return plain(bytes);
			const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
			resolve({
				refused: isTooLarge
					? {
							code: "PAYLOAD_TOO_LARGE",
							error: `The body is larger than ${MAX_REPLAY_BODY_BYTES} bytes`,
							fields: { success: false },
						}
					: {
							code: "INVALID_REQUEST",
							error: "The body is not valid gzip",
							fields: { success: false },
						},
			});
		});
	});
