import express, { type RequestHandler } from "express";
import { ApiError } from "../errors.ts";
import { requireStorable, textsIn } from "./storable.ts";

/** Largest body of a management or account request, decompressed. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Reads a body as bytes, whatever type it claims, so that a page's text/plain and an SDK's JSON are the same. */
export const readBody: RequestHandler = express.raw({ type: () => true, limit: MAX_BODY_BYTES });

const utf8 = new TextDecoder("utf-8", { fatal: true });

const parsed = (body: Buffer): unknown => {
	try {
		return JSON.parse(utf8.decode(body));
	} catch {
		throw new ApiError("INVALID_REQUEST", "The body is not valid JSON");
	}
};

/**
 * The JSON in a body; an absent one is an empty object.
 * @throws ApiError for bytes that are not JSON in UTF-8, or with text that no database keeps
 */
export const jsonOf = (body: unknown): unknown => {
	if (!Buffer.isBuffer(body) || body.length === 0) return {};
	const value = parsed(body);
	// Only an escape can bring in what requireStorable refuses, and few bodies have one.
	if (body.includes("\\u")) requireStorable(textsIn(value));
	return value;
};
