import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ResponseWriter } from "../reply/response-writer.ts";

/** What is known of a request beside its body. */
export interface RequestHead {
	headers: IncomingHttpHeaders;
	/** With its query; absent where it is known to have none. */
	url?: string | undefined;
	socket: Pick<Socket, "remoteAddress">;
}

/** Takes a request whose body is there, uncompressed and of a permitted size, and answers it. */
export type Take = (bytes: Buffer, request: RequestHead, response: ResponseWriter) => void;

/** Reads the body of a request, under its caps, and answers it. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** One path's requests, with their bodies still to be read or there already. */
export interface Intake {
	handle: Handler;
	take: Take;
}
