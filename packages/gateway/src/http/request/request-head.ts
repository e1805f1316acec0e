import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ResponseWriter } from "../reply/response-writer.ts";

/** A request without its body. */
export interface RequestHead {
	headers: IncomingHttpHeaders;
	/** Including its query; absent where it is known to have none. */
	url?: string | undefined;
	socket: Pick<Socket, "remoteAddress">;
}

/** Answers a request whose body has arrived, uncompressed and within its limits. */
export type Take = (bytes: Buffer, request: RequestHead, response: ResponseWriter) => void;

/** Reads the body of a request within its limits and answers it. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Handles the requests of one path, whether or not their body was read already. */
export interface Intake {
	handle: Handler;
	take: Take;
}
