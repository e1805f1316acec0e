import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileAnswer } from "@footfall/reports/export/file-answer";
import type { ErrorBody } from "@footfall/shared/api-error";
import type { Request, Response } from "express";
import { answerNotModified, entityTagOf } from "./entity-tag.ts";
import { isLarge, jsonTextPieces } from "./json-pieces.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** Sends JSON, uncached unless a header was set before. */
export const sendJson = (response: Response, status: number, body: unknown): void => {
	if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	response.status(status).json(body);
};

/** Sends an error body, which is never cached. */
export const sendError = (response: Response, status: number, body: ErrorBody): void => {
	response.setHeader("Cache-Control", "no-store");
	sendJson(response, status, body);
};

/** Writes as fast as the client reads. A client that disconnects is no failure. */
const sendPieces = async (
	response: Response,
	pieces: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> => {
	try {
		await pipeline(Readable.from(pieces, { objectMode: false }), response);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
	}
};

/**
 * Sends JSON that only the client may cache and must revalidate each time: if unchanged, the answer is a 304
 * without a body. A large answer is streamed and has no tag, which would need all of it at once.
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
		response.setHeader("Content-Type", JSON_TYPE);
		await sendPieces(response, jsonTextPieces(body));
		return;
	}
	const text = JSON.stringify(body);
	if (answerNotModified(request, response, entityTagOf(text))) return;
	response.setHeader("Content-Type", JSON_TYPE);
	response.end(text);
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

/** Sends a file as an attachment. */
export const sendFile = async (
	response: Response,
	{ name, type, pieces }: FileAnswer,
): Promise<void> => {
	const made = pieces[Symbol.asyncIterator]();
	// The first piece comes before the headers, so that an early failure can still be answered as an error.
	const first = await made.next();
	response.setHeader("Content-Type", type);
	response.setHeader("Content-Disposition", `attachment; filename="${name}"`);
	response.setHeader("Cache-Control", "private, no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	await sendPieces(response, startingWith(first, made));
};
