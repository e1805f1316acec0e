import type { IncomingMessage, ServerResponse } from "node:http";
import type { ResponseWriter } from "./response-writer.ts";

/** How long, and how many bytes of, the rest of a request is read after an early reply. */
const LINGER_MS = 10_000;
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Ends a response whose request's body may still be arriving. A connection that is closed while its client writes is
 * reset, and the client then cannot read the answer; so the rest is read and discarded first.
 */
export const endAfterBody = (request: IncomingMessage, response: ServerResponse): void => {
	if (request.complete || response.destroyed) return void response.end();
	let left = MAX_DISCARDED_BYTES;
	const finish = () => {
		clearTimeout(overdue);
		request.off("data", discard);
		response.end();
	};
	const discard = (chunk: Buffer) => {
		left -= chunk.length;
		if (left < 0) finish();
	};
	const overdue = setTimeout(finish, LINGER_MS);
	request.on("data", discard);
	request.once("end", finish);
	request.once("close", finish);
	response.once("close", () => clearTimeout(overdue));
	request.resume();
};

/** A response that may be sent before its request's body has arrived. */
export const createEarlyReply = (
	request: IncomingMessage,
	response: ServerResponse,
): ResponseWriter => {
	if (request.complete) return response;
	// The rest of the body would be parsed as the next request.
	response.shouldKeepAlive = false;
	return {
		get destroyed() {
			return response.destroyed;
		},
		get headersSent() {
			return response.headersSent;
		},
		writeHead: (status, headers) => response.writeHead(status, headers),
		end: (body) => {
			response.write(body);
			endAfterBody(request, response);
		},
	};
};
