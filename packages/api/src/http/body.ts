import express, { type Request, type RequestHandler, type Response } from "express";
import { ApiError } from "../errors.ts";
import { requireStorable, textsIn } from "./storable.ts";

/** Largest body of a management or account request, decompressed. */
const MAX_BODY_BYTES = 1024 * 1024;

const readSmallBody: RequestHandler = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

/** Paths whose routes read their larger bodies themselves. */
const READ_LATER = /^\/api\/sites\/[^/]+\/imports\/[^/]+\/events\/?(\?|$)/;

/** Reads a body as bytes, whatever type it claims, so that a page's text/plain and an SDK's JSON are the same. */
export const readBody: RequestHandler = (request, response, next) => {
	if (READ_LATER.test(request.originalUrl)) next();
	else readSmallBody(request, response, next);
};

/**
 * Reads a body of up to `maxBytes`, decompressed, unless it is read already.
 * @throws the reader's error for one that is larger or that breaks off
 */
export const readLargeBody = (
	request: Request,
	response: Response,
	maxBytes: number,
): Promise<void> =>
	new Promise((resolve, reject) => {
		const read = express.raw({ type: () => true, limit: maxBytes });
		read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
	});

const utf8 = new TextDecoder("utf-8", { fatal: true });

const parsed = (body: Buffer): unknown => {
	try {
		return JSON.parse(utf8.decode(body));
	} catch {
		throw new ApiError("INVALID_REQUEST", "The body is not valid JSON");
	}
};

/** Deeper than anything that is asked for; what is written anew or checked level by level needs a stack for each. */
const MAX_LEVELS = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** @throws ApiError for valid JSON that nests deeper than `MAX_LEVELS` */
const requireShallow = (json: Buffer): void => {
	let level = 0;
	let isText = false;
	for (let at = 0; at < json.length; at++) {
		const byte = json[at] ?? 0;
		if (byte === QUOTE) isText = !isText;
		else if (isText) at += byte === BACKSLASH ? 1 : 0;
		// "[" and "{", and "]" and "}", differ in one bit.
		else if ((byte | 0x20) === 0x7b) level += 1;
		else if ((byte | 0x20) === 0x7d) level -= 1;
		if (level > MAX_LEVELS)
			throw new ApiError("INVALID_REQUEST", `The body nests deeper than ${MAX_LEVELS} levels`);
	}
};

/**
 * The JSON in a body; an absent one is an empty object.
 * @throws ApiError for bytes that are not JSON in UTF-8, that nest too deep, or with text that no database keeps
 */
export const jsonOf = (body: unknown): unknown => {
	if (!Buffer.isBuffer(body) || body.length === 0) return {};
	const value = parsed(body);
	requireShallow(body);
	// Only an escape can bring in what requireStorable refuses, and few bodies have one.
	if (body.includes("\\u")) requireStorable(textsIn(value));
	return value;
};
