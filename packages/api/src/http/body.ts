import { ApiError } from "@footfall/shared/api-error";
import { exceededLimit, type StructureLimits } from "@footfall/shared/json-structure";
import express, { type Request, type RequestHandler, type Response } from "express";
import { requireStorable, textsIn } from "./storable.ts";

/** Maximum body of a management or account request, decompressed. */
const MAX_BODY_BYTES = 1024 * 1024;

const readSmallBody: RequestHandler = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

/** Routes that read their larger bodies themselves. */
const LARGE_BODIES = /^\/api\/sites\/[^/]+\/(imports\/[^/]+\/events|source-maps)\/?(\?|$)/;

/**
 * Reads a body as bytes, whatever its declared type, so that text/plain from a page and JSON from an SDK are treated
 * alike.
 */
export const smallBodyReader: RequestHandler = (request, response, next) => {
	if (LARGE_BODIES.test(request.originalUrl)) next();
	else readSmallBody(request, response, next);
};

/**
 * Reads a body of up to `maxBytes`, decompressed, unless it was read before.
 * @throws the reader's error for a larger or incomplete one
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

/** The limits of a body's JSON. */
export interface BodyStructure extends StructureLimits {
	/** The error text for more rows or values. */
	tooMuch: string;
}

/** Deeper than any route needs; each level takes a stack frame when a value is serialized or checked. */
export const MAX_LEVELS = 100;
/** The longest lists that routes take have 10,000 entries. */
const MAX_VALUES = 50_000;

const SMALL: BodyStructure = {
	maxDepth: MAX_LEVELS,
	maxValues: MAX_VALUES,
	tooMuch: `The body contains more than ${MAX_VALUES} values`,
};

/** @throws ApiError for JSON beyond the limits, before it is parsed */
const requireStructure = (json: Buffer, structure: BodyStructure): void => {
	const exceeded = exceededLimit(json, structure);
	if (exceeded === "maxDepth")
		throw new ApiError(
			"INVALID_REQUEST",
			`The body is nested deeper than ${structure.maxDepth} levels`,
		);
	if (exceeded !== undefined) throw new ApiError("PAYLOAD_TOO_LARGE", structure.tooMuch);
};

/**
 * The JSON in a body; an absent one is an empty object.
 * @throws ApiError for anything but JSON in UTF-8, too deep or too large values, and text that PostgreSQL cannot store
 */
export const jsonBodyOf = (body: unknown, structure: BodyStructure = SMALL): unknown => {
	if (!Buffer.isBuffer(body) || body.length === 0) return {};
	requireStructure(body, structure);
	const value = parsed(body);
	// Only an escape can produce text that requireStorable refuses, and few bodies contain escapes.
	if (body.includes("\\u")) requireStorable(textsIn(value));
	return value;
};
