import type { IncomingMessage } from "node:http";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import type { Refusal } from "../../errors/errors.ts";
import { bodyTooLarge, notCompressed, refusal } from "../../errors/refusals.ts";

/** A body's bytes, or why there are none. `undefined` when the client disconnected. */
export type Body = { bytes: Buffer } | { refused: Refusal } | undefined;

/** This much of an oversized body is read and discarded, so that its client can read the reply. */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;

type Decompress = (
	bytes: Buffer,
	options: { maxOutputLength: number },
	done: (error: NodeJS.ErrnoException | null, bytes: Buffer) => void,
) => void;

/** "deflate" means the zlib format, but some clients omit its two leading bytes. */
const inflateEither: Decompress = (bytes, options, done) => {
	const header = bytes.length > 1 ? bytes.readUInt16BE(0) : 0;
	const isZlib = ((header >> 8) & 0x0f) === 8 && header % 31 === 0;
	(isZlib ? inflate : inflateRaw)(bytes, options, done);
};

const DECOMPRESS: Readonly<Record<string, Decompress>> = {
	gzip: gunzip,
	"x-gzip": gunzip,
	deflate: inflateEither,
	br: brotliDecompress,
};

/**
 * Reads a request's body, decompressed, of at most `maxBytes` before and after decompression. A compressed one
 * is inflated only up to that size, off the event loop. `done` is called once.
 */
export const receiveBody = (
	request: IncomingMessage,
	maxBytes: number,
	done: (body: Body) => void,
): void => {
	const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "";
	const isPlain = encoding === "" || encoding === "identity";
	const decompress = isPlain ? undefined : DECOMPRESS[encoding];
	const chunks: Buffer[] = [];
	let received = 0;
	let isDone = false;

	const finish = (body: Body) => {
		if (isDone) return;
		isDone = true;
		done(body);
	};
	const refuse = (refused: Refusal) => finish({ refused });

	if (!isPlain && decompress === undefined)
		return void refuse(
			refusal("UNSUPPORTED_MEDIA_TYPE", `The content encoding "${encoding}" is not supported`),
		);
	if (Number(request.headers["content-length"]) > maxBytes + MAX_DISCARDED_BYTES)
		return void refuse(bodyTooLarge(maxBytes));

	request.on("data", (chunk: Buffer) => {
		received += chunk.length;
		if (received <= maxBytes) chunks.push(chunk);
		else if (received > maxBytes + MAX_DISCARDED_BYTES) refuse(bodyTooLarge(maxBytes));
	});
	request.on("error", () => finish(undefined));
	request.on("close", () => {
		// A complete body may still be being decompressed.
		if (!request.complete) finish(undefined);
	});
	request.on("end", () => {
		if (received > maxBytes) return refuse(bodyTooLarge(maxBytes));
		const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
		if (decompress === undefined) return finish({ bytes });
		decompress(bytes, { maxOutputLength: maxBytes }, (error, plain) => {
			if (error === null) finish({ bytes: plain });
			else if (error.code === "ERR_BUFFER_TOO_LARGE") refuse(bodyTooLarge(maxBytes));
			else refuse(notCompressed(encoding));
		});
	});
};
