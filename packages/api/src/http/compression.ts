import type { Transform } from "node:stream";
import { promisify } from "node:util";
import {
	type BrotliOptions,
	brotliCompress,
	constants,
	createBrotliCompress,
	createGzip,
	gzip,
	type ZlibOptions,
} from "node:zlib";
import type { Response } from "express";

/** The content codings that answers are sent in, the preferred one first. */
const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Below this size, compression saves less than its extra header and CPU time cost. */
const LEAST_BYTES = 1024;

/** Compressed formats gain nothing, and a stream of events must be sent at once. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:json|x-ndjson|javascript)\b)/;

/** How much CPU time compression may take: `dynamic` for a single response, `fixed` for a reused body. */
type Effort = "dynamic" | "fixed";

/** The next brotli level takes twice as long (1 ms) for 100 kB, and saves 4 %. */
const LEVELS: Readonly<Record<Effort, Readonly<Record<Encoding, number>>>> = {
	dynamic: { br: 3, gzip: 4 },
	fixed: { br: 9, gzip: 9 },
};

const brotliOptions = (effort: Effort): BrotliOptions => ({
	params: {
		[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
		[constants.BROTLI_PARAM_QUALITY]: LEVELS[effort].br,
	},
});
const gzipOptions = (effort: Effort): ZlibOptions => ({ level: LEVELS[effort].gzip });

const isRefused = (parameters: readonly string[]) =>
	parameters.some((one) => /^\s*q\s*=\s*0(?:\.0{0,3})?\s*$/i.test(one));

/** The coding for a client, by its `Accept-Encoding`; undefined if it accepts none of ours. */
export const encodingOf = (accepted = ""): Encoding | undefined => {
	const names = new Set(
		accepted.split(",").flatMap((one) => {
			const [name = "", ...parameters] = one.split(";");
			return isRefused(parameters) ? [] : [name.trim().toLowerCase()];
		}),
	);
	return ENCODINGS.find((encoding) => names.has(encoding));
};

/** Chooses the coding of a response and sets its `Vary` header. */
export const encodingFor = (response: Response, type: string): Encoding | undefined => {
	if (!COMPRESSIBLE.test(type)) return undefined;
	response.vary("Accept-Encoding");
	const { method, headers } = response.req;
	return method === "HEAD" ? undefined : encodingOf(String(headers["accept-encoding"] ?? ""));
};

const brotliBytes = promisify<string | Buffer, BrotliOptions, Buffer>(brotliCompress);
const gzipBytes = promisify<string | Buffer, ZlibOptions, Buffer>(gzip);

/** A whole body, compressed off the event loop. */
export const compressed = (
	body: string | Buffer,
	encoding: Encoding,
	effort: Effort = "dynamic",
): Promise<Buffer> =>
	encoding === "br"
		? brotliBytes(body, brotliOptions(effort))
		: gzipBytes(body, gzipOptions(effort));

/** A body that is sent many times, compressed once for each coding. */
export const createCompressedBody = (body: Buffer, effort: Effort) => {
	const kept = new Map<Encoding, Promise<Buffer>>();
	return (encoding: Encoding): Promise<Buffer> => {
		const bytes = kept.get(encoding) ?? compressed(body, encoding, effort);
		kept.set(encoding, bytes);
		return bytes;
	};
};

/**
 * Compresses a body piece by piece.
 * @param flush whether the client can read each piece before the next one
 */
export const compressor = (encoding: Encoding, { flush = false } = {}): Transform =>
	encoding === "br"
		? createBrotliCompress({
				...brotliOptions("dynamic"),
				...(flush && { flush: constants.BROTLI_OPERATION_FLUSH }),
			})
		: createGzip({
				...gzipOptions("dynamic"),
				...(flush && { flush: constants.Z_SYNC_FLUSH }),
			});

/**
 * Ends a response with this body, compressed if that is worthwhile and the client accepts it.
 * @param bytesIn the body in a coding
 */
export const sendCompressed = async (
	response: Response,
	type: string,
	body: string | Buffer,
	bytesIn = (encoding: Encoding) => compressed(body, encoding),
): Promise<void> => {
	response.setHeader("Content-Type", type);
	const encoding = encodingFor(response, type);
	if (encoding === undefined || Buffer.byteLength(body) < LEAST_BYTES) {
		response.send(body);
		return;
	}
	const bytes = await bytesIn(encoding);
	response.setHeader("Content-Encoding", encoding);
	response.setHeader("Content-Length", String(bytes.length));
	response.end(bytes);
};
