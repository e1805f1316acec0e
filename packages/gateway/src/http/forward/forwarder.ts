import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import type { Backend } from "../../backend/backend.ts";
import type { Refusal } from "../../errors/errors.ts";
import type { IpTable } from "../../ip/ip-table.ts";
import { plainAddress } from "../../ip/plain-address.ts";
import { corsKindOf, errorCorsHeaders } from "../reply/cors.ts";
import { earlyReply, endAfterBody } from "../reply/early-reply.ts";
import { refuse } from "../reply/reply.ts";
import { traceOf } from "../request/trace.ts";
import { type ForwardLimit, type ForwardSlot, forwardLimit } from "./forward-limit.ts";
import { requestHeaders, responseHeaders } from "./forwarded-headers.ts";

export interface ForwardParts {
	/** Absent where the gateway runs alone. */
	backend: Backend | undefined;
	isTrustedPeer: IpTable;
	/** The resolved client address, "" when unknown. */
	addressOf(request: IncomingMessage): string;
	log: Logger;
	/** Bounds what is forwarded at the same time. */
	limit?: ForwardLimit;
}

/** A backend that says nothing for so long is not working on an answer any more. */
const BACKEND_SILENCE_MS = 120_000;

const NO_ROUTE: Refusal = { code: "API_ROUTE_NOT_FOUND", error: "There is no such API route." };
const AWAY: Refusal = { code: "UNAVAILABLE", error: "The backend is away" };
const BUSY: Refusal = { code: "UNAVAILABLE", error: "The backend has too much to do" };
const BROKEN: Refusal = { code: "BAD_GATEWAY", error: "The backend broke off its answer" };

/** Errors that say that nobody listens, in contrast to somebody who fails. */
const NOT_THERE = new Set([
	"ECONNREFUSED",
	"ENOENT",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ENOTFOUND",
	"EAI_AGAIN",
]);
/** Errors that say that no connection is to be had right now: too many wait to be accepted, or are open here. */
const NO_CONNECTION = new Set(["EAGAIN", "ETIMEDOUT", "EMFILE", "ENFILE", "ENOBUFS"]);
const BROKEN_OFF = new Set(["ECONNRESET", "EPIPE"]);
/** The backend takes many connections at once within this. */
const CONNECT_PAUSE_MS = 50;
const MAX_ATTEMPTS = 10;

/** The path as the backend's router could understand it: decoded, lower-cased, without dots and empty parts. */
const plainPath = (target: string): string => {
	const { pathname } = new URL(target.replace(/^\/+/, "/"), "http://gateway");
	try {
		return decodeURIComponent(pathname)
			.toLowerCase()
			.replace(/[\\/]+/g, "/");
	} catch {
		return pathname.toLowerCase();
	}
};

const isInternal = (target: string) => {
	const path = plainPath(target);
	return path === "/internal" || path.startsWith("/internal/");
};

const isForwardable = (target: string) =>
	target.startsWith("/") &&
	URL.canParse(target.replace(/^\/+/, "/"), "http://gateway") &&
	!isInternal(target);

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const hasBody = ({ headers }: IncomingMessage) =>
	headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Whether nothing has come of the request yet, so that it may be sent once more. */
const mayRetry = (
	request: IncomingMessage,
	outgoing: ClientRequest,
	code: string,
	attempt: number,
) =>
	!hasBody(request) &&
	attempt < MAX_ATTEMPTS &&
	// A kept connection may have been closed just as it was taken; nothing was asked yet.
	(NO_CONNECTION.has(code) || (isRead(request) && BROKEN_OFF.has(code) && outgoing.reusedSocket));

const refusalFor = (request: IncomingMessage, code: string): Refusal => {
	if (NOT_THERE.has(code)) return AWAY;
	if (NO_CONNECTION.has(code)) return BUSY;
	// Before any answer, to a request that changes nothing: the client may well ask again.
	return BROKEN_OFF.has(code) && isRead(request) ? AWAY : BROKEN;
};

const corsOf = ({ method = "GET", url = "/" }: IncomingMessage) =>
	corsKindOf(method, url.split("?", 1)[0] ?? "/");

interface Forwarded {
	request: IncomingMessage;
	response: ServerResponse;
	outgoing: ClientRequest;
	place: ForwardSlot;
}

/** Hands a request to the backend and its answer back, as they stream in. */
export const forwarder = (parts: ForwardParts) => {
	const { backend, isTrustedPeer, addressOf, log, limit = forwardLimit() } = parts;

	const headersFor = (request: IncomingMessage) => {
		const { headers, socket } = request;
		const isTrusted = isTrustedPeer(plainAddress(socket.remoteAddress));
		const said = (name: string) => (isTrusted ? headers[name]?.toString() : undefined);
		return {
			...requestHeaders(request, corsOf(request)),
			...(headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" }),
			"x-forwarded-for": addressOf(request),
			"x-forwarded-proto": said("x-forwarded-proto") ?? "http",
			"x-forwarded-host": said("x-forwarded-host") ?? headers.host ?? "",
		};
	};

	const answerWith = (
		answer: IncomingMessage,
		{ request, response, outgoing, place }: Forwarded,
	) => {
		response.writeHead(
			answer.statusCode ?? 502,
			answer.statusMessage,
			responseHeaders(request, answer, corsOf(request)),
		);
		answer.on("error", () => response.destroy());
		answer.on("pause", () => place.unread(true));
		answer.on("resume", () => place.unread(false));
		answer.on("end", () => {
			place.leave();
			request.unpipe(outgoing);
			endAfterBody(request, response);
		});
		answer.pipe(response, { end: false });
	};

	const start = (
		from: Backend,
		request: IncomingMessage,
		response: ServerResponse,
		place: ForwardSlot,
		attempt = 1,
	): void => {
		const { method = "GET", url = "/" } = request;
		const outgoing = from.request({ method, path: url, headers: headersFor(request) });
		outgoing.setTimeout(BACKEND_SILENCE_MS, () =>
			outgoing.destroy(new Error("The backend is silent")),
		);
		const abandon = () => outgoing.destroy();
		outgoing.on("response", (answer) => {
			if (response.destroyed) return answer.destroy();
			answerWith(answer, { request, response, outgoing, place });
		});
		outgoing.on("error", (error: NodeJS.ErrnoException) => {
			response.off("close", abandon);
			if (response.destroyed) return;
			if (response.headersSent) {
				response.destroy();
				return;
			}
			const code = error.code ?? error.message;
			if (mayRetry(request, outgoing, code, attempt)) {
				const again = () => {
					if (!response.destroyed) start(from, request, response, place, attempt + 1);
				};
				return void setTimeout(again, NO_CONNECTION.has(code) ? CONNECT_PAUSE_MS : 0);
			}
			const trace = traceOf(request.headers["traceparent"]);
			log.warn({ error: code, ...(trace && { trace }) }, "backend not reached");
			place.leave();
			refuse(earlyReply(request, response), refusalFor(request, code), errorCorsHeaders(request));
		});
		response.once("close", abandon);
		request.once("error", abandon);
		if (hasBody(request)) request.pipe(outgoing);
		else outgoing.end();
	};

	const forward = (from: Backend, request: IncomingMessage, response: ServerResponse): void => {
		const takeBack = limit.enter({
			start: (place) => {
				response.once("close", place.leave);
				start(from, request, response, place);
			},
			refuse: () => refuse(earlyReply(request, response), BUSY, errorCorsHeaders(request)),
			cutOff: () => response.destroy(),
		});
		response.once("close", takeBack);
	};

	return (request: IncomingMessage, response: ServerResponse): void => {
		const refuseWith = (refusal: Refusal) =>
			refuse(earlyReply(request, response), refusal, errorCorsHeaders(request));
		if (!isForwardable(request.url ?? "/")) refuseWith(NO_ROUTE);
		else if (backend === undefined) refuseWith(AWAY);
		else forward(backend, request, response);
	};
};
