import type { RequestHandler } from "express";
import { answerNotModified, entityTagOf } from "./entity-tag.ts";

/**
 * Serves a JSON document that never changes while the process lives. It is serialized once: all answers share its
 * bytes, however slowly they are read.
 */
export const serveDocument = (document: unknown): RequestHandler => {
	const body = Buffer.from(JSON.stringify(document));
	// Strong, because all answers have the same bytes.
	const tag = entityTagOf(body).replace("W/", "");
	return (request, response) => {
		response.setHeader("Cache-Control", "no-cache");
		if (answerNotModified(request, response, tag)) return;
		response.setHeader("Content-Type", "application/json; charset=utf-8");
		response.setHeader("Content-Length", String(body.length));
		response.end(body);
	};
};
