import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileAnswer } from "@footfall/reports/export/file-answer";
import type { ErrorBody } from "@footfall/shared/api-error";
import type { Request, Response } from "express";
import { compressor, createCompressedBody, encodingFor, sendCompressed } from "./compression.ts";
import { answerNotModified, entityTagOf } from "./entity-tag.ts";
import { isLarge, jsonTextPieces } from "./json-pieces.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const LINES_TYPE = "application/x-ndjson; charset=utf-8";

/** Sends JSON, uncached unless a header was set before. */
export const sendJson = (response: Response, status: number, body: unknown): Promise<void> => {
	if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	return sendCompressed(response.status(status), JSON_TYPE, JSON.stringify(body) ?? "");
};

/** Sends the answer of a library that speaks the Fetch API. */
export const sendWebResponse = async (
	response: Response,
	answer: globalThis.Response,
): Promise<void> => {
	answer.headers.forEach((value, name) => void response.setHeader(name, value));
	response.setHeader("Cache-Control", "no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	const body = await answer.text();
	return sendCompressed(response.status(answer.status), JSON_TYPE, body);
};

/** Sends an error body, which is never cached. */
export const sendError = (response: Response, status: number, body: ErrorBody): void => {
	response.setHeader("Cache-Control", "no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	response.status(status).json(body);
};

/**
 * Writes as fast as the client reads, compressed if the client accepts it. A disconnect is not an error.
 * @param flush whether each piece leaves before the next one is there
 */
const sendPieces = async (
	response: Response,
	type: string,
	pieces: Iterable<string> | AsyncIterable<string | Uint8Array>,
	{ flush = false } = {},
): Promise<void> => {
	response.setHeader("Content-Type", type);
	const encoding = encodingFor(response, type);
	const source = Readable.from(pieces, { objectMode: false });
	try {
		if (encoding === undefined) await pipeline(source, response);
		else {
			response.setHeader("Content-Encoding", encoding);
			await pipeline(source, compressor(encoding, { flush }), response);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
	}
};

/**
 * Sends JSON that only the client may cache, with revalidation each time: if unchanged, the answer is a 304 without a
 * body. A large answer is streamed and has no tag, because that would need all of it at once.
 */
export const sendRevalidated = async (
	request: Request,
	response: Response,
	body: unknown,
): Promise<void> => {
	if (!response.hasHeader("Cache-Control"))
		response.setHeader("Cache-Control", "private, no-cache");
	response.setHeader("X-Content-Type-Options", "nosniff");
	if (isLarge(body)) {
		await sendPieces(response, JSON_TYPE, jsonTextPieces(body));
		return;
	}
	const text = JSON.stringify(body);
	response.vary("Accept-Encoding");
	if (answerNotModified(request, response, entityTagOf(text))) return;
	await sendCompressed(response, JSON_TYPE, text);
};

/**
 * Sends lines of JSON as they come; each is sent before the next one exists.
 * @param check called with each line
 */
export const sendLines = async (
	response: Response,
	lines: AsyncIterable<unknown>,
	check: (line: unknown) => void,
): Promise<void> => {
	const texts = async function* () {
		for await (const line of lines) {
			check(line);
			yield `${JSON.stringify(line)}\n`;
		}
	};
	response.setHeader("Cache-Control", "no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	// Some proxies buffer a response to its end, which would delay the first lines.
	response.setHeader("X-Accel-Buffering", "no");
	await sendPieces(response, LINES_TYPE, texts(), { flush: true });
};

/** Lines of JSON that are all known already, for everyone with the same rights. */
export interface KeptLines {
	/** Uncompressed. */
	byteLength: number;
	sendKeptLines(response: Response): Promise<void>;
}

export const isKeptLines = (answer: unknown): answer is KeptLines =>
	typeof answer === "object" && answer !== null && "sendKeptLines" in answer;

export const createKeptLines = (lines: readonly unknown[]): KeptLines => {
	const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	const bytesIn = createCompressedBody(text, "dynamic");
	return {
		byteLength: text.length,
		sendKeptLines: (response) => {
			response.setHeader("Cache-Control", "no-store");
			response.setHeader("X-Content-Type-Options", "nosniff");
			return sendCompressed(response, LINES_TYPE, text, bytesIn);
		},
	};
};

const startingWith = async function* <Piece>(
	first: IteratorResult<Piece>,
	rest: AsyncIterator<Piece>,
): AsyncGenerator<Piece> {
	try {
		for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
	} finally {
		await rest.return?.();
	}
};

/** International names are sent as ASCII for old clients, and in full (RFC 6266, RFC 8187). */
export const attachmentOf = (name: string): string => {
	const plain = name.replaceAll(/[^\x20-\x7E]|["\\%]/g, "_");
	const whole = encodeURIComponent(name).replaceAll(
		/['()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return plain === name
		? `attachment; filename="${name}"`
		: `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
};

/** Sends a file as an attachment. */
export const sendFile = async (
	response: Response,
	{ name, type, pieces }: FileAnswer,
): Promise<void> => {
	const made = pieces[Symbol.asyncIterator]();
	// The first piece is read before the headers are sent, so that an early failure can still be answered as an error.
	const first = await made.next();
	response.setHeader("Content-Disposition", attachmentOf(name));
	response.setHeader("Cache-Control", "private, no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	await sendPieces(response, type, startingWith(first, made));
};
