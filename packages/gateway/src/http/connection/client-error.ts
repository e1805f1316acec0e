import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import {
	type Refusal,
	type RefusalCode,
	refusalBodyOf,
	refusalHeadersOf,
} from "../../errors/errors.ts";
import { corsHeaders, errorCorsHeaders } from "../reply/cors.ts";
import { refuse } from "../reply/reply.ts";
import type { SerialRequests } from "./serial-requests.ts";

interface Fault {
	status: number;
	refusal: Refusal;
}

const fault = (status: number, code: RefusalCode, error: string): Fault => ({
	status,
	refusal: { code, error },
});

const UNREADABLE = fault(400, "INVALID_REQUEST", "This is not a valid HTTP request");
const WRONG_METHOD = fault(405, "METHOD_NOT_ALLOWED", "Method not allowed");
const FAULTS: Readonly<Record<string, Fault>> = {
	HPE_HEADER_OVERFLOW: fault(431, "INVALID_REQUEST", "The request headers are too large"),
	HPE_CHUNK_EXTENSIONS_OVERFLOW: fault(
		413,
		"PAYLOAD_TOO_LARGE",
		"The chunks of the body are too large",
	),
	ERR_HTTP_REQUEST_TIMEOUT: fault(408, "REQUEST_TIMEOUT", "The request took too long"),
};

/** How long the client has to read the reason before its connection is closed. */
const LINGER_MS = 2_000;

/** Answers bytes that never became a request; any page may read the answer, because the origin is unknown. */
const answerRaw = (socket: Socket, { status, refusal }: Fault, others: readonly string[] = []) => {
	const body = Buffer.from(JSON.stringify(refusalBodyOf(refusal)));
	const headers = [
		...refusalHeadersOf(refusal.code, body),
		...corsHeaders("public", undefined),
		...others,
		"Connection",
		"close",
	];
	let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
	for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
	socket.end(Buffer.concat([Buffer.from(`${head}\r\n`), body]));
	const overdue = setTimeout(() => socket.destroy(), LINGER_MS);
	socket.once("close", () => clearTimeout(overdue));
	socket.resume();
};

/** Answers bytes that are not a request, or a request not finished in time, in the same form as every other error. */
export const createClientErrorHandler =
	(requests: SerialRequests) =>
	(error: NodeJS.ErrnoException, stream: unknown): void => {
		const socket = stream as Socket;
		const response = requests.responseOn(socket);
		if (!socket.writable || error.code === "ECONNRESET" || response?.headersSent) {
			socket.destroy();
			return;
		}
		const known = FAULTS[error.code ?? ""] ?? UNREADABLE;
		if (response === undefined) answerRaw(socket, known);
		else {
			response.shouldKeepAlive = false;
			refuse(response, known.refusal, errorCorsHeaders(response.req));
		}
	};

/** Refuses `CONNECT`: the gateway opens no tunnels. */
export const refuseTunnel = (_request: unknown, stream: unknown): void =>
	answerRaw(stream as Socket, WRONG_METHOD, [
		"Allow",
		"GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
	]);
