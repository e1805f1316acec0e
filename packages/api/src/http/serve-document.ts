import type { RequestHandler } from "express";
import { createCompressedBody, encodingFor } from "./compression.ts";
import { answerNotModified, entityTagOf } from "./entity-tag.ts";

const TYPE = "application/json; charset=utf-8";

/** The document's bytes with the tags of its answers. */
const serialized = (document: unknown) => {
	const body = Buffer.from(JSON.stringify(document));
	const weakTag = entityTagOf(body);
	// Strong, because all uncompressed answers have the same bytes.
	const strongTag = weakTag.replace("W/", "");
	return { body, weakTag, strongTag, bytesIn: createCompressedBody(body, "fixed") };
};

/**
 * Serves a JSON document that is constant for the process's lifetime. The first request makes it, and all answers share
 * its bytes, however slowly they are read.
 */
export const serveDocument = (make: () => unknown): RequestHandler => {
	let made: ReturnType<typeof serialized> | undefined;
	return async (request, response) => {
		made ??= serialized(make());
		const { body, weakTag, strongTag, bytesIn } = made;
		const encoding = encodingFor(response, TYPE);
		response.setHeader("Cache-Control", "no-cache");
		if (answerNotModified(request, response, encoding ? weakTag : strongTag)) return;
		const bytes = encoding ? await bytesIn(encoding) : body;
		response.setHeader("Content-Type", TYPE);
		if (encoding) response.setHeader("Content-Encoding", encoding);
		response.setHeader("Content-Length", String(bytes.length));
		response.end(bytes);
	};
};
