import { createHash } from "node:crypto";
import type { RequestHandler } from "express";
import { isKnown } from "./entity-tag.ts";

/**
 * Serves a JSON document that never changes while the process lives. It is serialized once: all answers share its
 * bytes, however slowly they are read.
 */
export const serveDocument = (document: unknown): RequestHandler => {
	const body = Buffer.from(JSON.stringify(document));
	const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
	return (request, response) => {
		response.setHeader("ETag", tag);
		response.setHeader("Cache-Control", "no-cache");
		if (isKnown(tag, request.headers["if-none-match"])) {
			response.status(304).end();
			return;
		}
		response.setHeader("Content-Type", "application/json; charset=utf-8");
		response.setHeader("Content-Length", String(body.length));
		response.end(body);
	};
};
