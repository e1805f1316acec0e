import type { RequestHandler } from "express";
import { createCompressedBody, encodingFor } from "./compression.ts";
import { answerNotModified, entityTagOf } from "./entity-tag.ts";

const TYPE = "application/json; charset=utf-8";

/**
 * Serves a JSON document that is constant for the process's lifetime. It is serialized once, and all answers share its
 * bytes, however slowly they are read.
 */
export const serveDocument = (document: unknown): RequestHandler => {
	const body = Buffer.from(JSON.stringify(document));
	const weakTag = entityTagOf(body);
	// Strong, because all uncompressed answers have the same bytes.
	const strongTag = weakTag.replace("W/", "");
	const bytesIn = createCompressedBody(body, "fixed");
	return async (request, response) => {
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
