import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { networkOf } from "@footfall/shared/ip-range";
import { LIVE_FEED_HEADER, LIVE_HELD_HEADER } from "@footfall/shared/live/live-feed";
import type { Logger } from "@footfall/shared/logger";
import type { Backend } from "../../backend/backend.ts";
import type { Refusal } from "../../errors/errors.ts";
import type { IpTable } from "../../ip/ip-table.ts";
import { plainAddress } from "../../ip/plain-address.ts";
import { words } from "../../lookup/words.ts";
import { isLiveRequest, type LivePlace, type LiveStreams } from "../live/live-streams.ts";
import { corsKindOf, errorCorsHeaders } from "../reply/cors.ts";
import { createEarlyReply, endAfterBody } from "../reply/early-reply.ts";
import { refuse } from "../reply/reply.ts";
import type { Handler } from "../request/request-head.ts";
import { traceOf } from "../request/trace.ts";
import { answerAwayPage, wantsPage } from "./away-page.ts";
import { createForwardLimit, type ForwardLimit, type ForwardSlot } from "./forward-limit.ts";
import { requestHeaders, responseHeaders } from "./forwarded-headers.ts";
import { type GatheredBody, gatherBody } from "./gather-body.ts";
import { createSparingWarning } from "./sparing-warning.ts";

/** A backend that is silent for this long has stopped working on an answer. */
const BACKEND_SILENCE_MS = 120_000;

const NO_ROUTE: Refusal = { code: "API_ROUTE_NOT_FOUND", error: "This API route does not exist." };
const AWAY: Refusal = { code: "UNAVAILABLE", error: "The backend is unavailable" };
const BUSY: Refusal = { code: "UNAVAILABLE", error: "The backend is overloaded" };
const BROKEN: Refusal = { code: "BAD_GATEWAY", error: "The backend aborted its response" };

/** Nothing listens there, as opposed to a backend that fails. */
const NOT_THERE = new Set(
	words("ECONNREFUSED ENOENT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN"),
);
/** No connection is available right now: too many wait to be accepted, or are open here. */
const NO_CONNECTION = new Set(["EAGAIN", "ETIMEDOUT", "EMFILE", "ENFILE", "ENOBUFS"]);
const BROKEN_OFF = new Set(["ECONNRESET", "EPIPE"]);
/** Enough for the backend to accept its backlog. */
const CONNECT_PAUSE_MS = 50;
const MAX_ATTEMPTS = 10;

/** The path as the backend's router may interpret it: decoded, lower-cased, without dots and empty parts. */
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

const NO_BODY: GatheredBody = { bytes: Buffer.alloc(0), isWhole: true };

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const hasBody = ({ headers }: IncomingMessage) =>
	headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Whether the backend cannot have acted on the request, so that it is safe to resend. */
const mayRetry = (
	request: IncomingMessage,
	outgoing: ClientRequest,
	code: string,
	attempt: number,
) =>
	!hasBody(request) &&
	attempt < MAX_ATTEMPTS &&
	// A pooled connection may have been closed just as it was reused.
	(NO_CONNECTION.has(code) || (isRead(request) && BROKEN_OFF.has(code) && outgoing.reusedSocket));

const refusalFor = (request: IncomingMessage, code: string): Refusal => {
	if (NOT_THERE.has(code)) return AWAY;
	if (NO_CONNECTION.has(code)) return BUSY;
	// The request changes nothing and was not answered: the client may retry.
	return BROKEN_OFF.has(code) && isRead(request) ? AWAY : BROKEN;
};

/**
 * Resets the connection, so that no client takes a partial answer for a complete one: to HTTP/1.0 the end of the
 * connection is the end of the answer.
 */
const breakOff = ({ httpVersion, socket }: IncomingMessage, response: ServerResponse): void => {
	if (httpVersion === "1.0") socket.resetAndDestroy();
	else response.destroy();
};

const corsOf = ({ method = "GET", url = "/" }: IncomingMessage) =>
	corsKindOf(method, url.split("?", 1)[0] ?? "/");

/** A request that has its slot. */
interface Sent {
	slot: ForwardSlot;
	body: GatheredBody;
	/** Set for a live stream that this gateway would hold. */
	place: LivePlace | undefined;
}

/** Streams requests to the backend and its answers back. */
export const createForwarder = ({
	backend,
	isTrustedPeer,
	addressOf,
	live,
	log,
	limit = createForwardLimit(),
}: {
	/** Absent where the gateway runs alone. */
	backend: Backend | undefined;
	isTrustedPeer: IpTable;
	/** The resolved client address, "" when unknown. */
	addressOf(request: IncomingMessage): string;
	/** Holds live streams; absent where the gateway runs alone. */
	live?: LiveStreams | undefined;
	log: Logger;
	/** Limits how many requests are forwarded at the same time. */
	limit?: ForwardLimit;
}): Handler => {
	const reportFault = createSparingWarning(log, "The backend could not be reached");

	const headersFor = (request: IncomingMessage, place: LivePlace | undefined) => {
		const { headers, socket } = request;
		const isTrusted = isTrustedPeer(plainAddress(socket.remoteAddress));
		const forwarded = (name: string) => (isTrusted ? headers[name]?.toString() : undefined);
		return {
			...requestHeaders(request, corsOf(request)),
			...(headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" }),
			"x-forwarded-for": addressOf(request),
			"x-forwarded-proto": forwarded("x-forwarded-proto") ?? "http",
			"x-forwarded-host": forwarded("x-forwarded-host") ?? headers.host ?? "",
			...(place && { [LIVE_FEED_HEADER]: place.header }),
		};
	};

	return (request, response) => {
		const { method = "GET", url = "/" } = request;
		const refuseWith = (refusal: Refusal) =>
			wantsPage(request) && !hasBody(request) && refusal.code !== NO_ROUTE.code
				? answerAwayPage(response, refusal)
				: refuse(createEarlyReply(request, response), refusal, errorCorsHeaders(request));
		if (!isForwardable(url)) return refuseWith(NO_ROUTE);
		if (backend === undefined) return refuseWith(AWAY);

		const answerWith = (answer: IncomingMessage, outgoing: ClientRequest, slot: ForwardSlot) => {
			response.writeHead(
				answer.statusCode ?? 502,
				answer.statusMessage,
				responseHeaders(request, answer, corsOf(request)),
			);
			if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
				// Its first message may take long.
				response.flushHeaders();
				// The backend counts those that stay open.
				slot.leave();
			}
			answer.on("error", () => breakOff(request, response));
			answer.on("pause", () => slot.unread(true));
			answer.on("resume", () => slot.unread(false));
			answer.on("end", () => {
				slot.leave();
				request.unpipe(outgoing);
				endAfterBody(request, response);
			});
			answer.pipe(response, { end: false });
		};

		const send = (sent: Sent, attempt: number): void => {
			const { slot, body, place } = sent;
			const headers = headersFor(request, place);
			const outgoing = backend.request({ method, path: url, headers });
			let isHeld = false;
			const abandon = () => outgoing.destroy();
			outgoing.setTimeout(BACKEND_SILENCE_MS, () =>
				outgoing.destroy(new Error("The backend does not respond")),
			);
			outgoing.on("response", (answer) => {
				if (response.destroyed) return void answer.destroy();
				if (place === undefined || answer.headers[LIVE_HELD_HEADER] === undefined) {
					place?.release();
					return answerWith(answer, outgoing, slot);
				}
				isHeld = true;
				// The backend's request is over, and none of it is kept while the viewer stays.
				response.off("close", abandon);
				request.off("error", abandon);
				answer.resume();
				slot.leave();
				const status = answer.statusCode ?? 200;
				place.hold({ status, headers: responseHeaders(request, answer, corsOf(request)) });
			});
			outgoing.on("error", (error: NodeJS.ErrnoException) => {
				response.off("close", abandon);
				if (response.destroyed || isHeld) return;
				if (response.headersSent) return breakOff(request, response);
				const code = error.code ?? error.message;
				if (mayRetry(request, outgoing, code, attempt)) {
					const again = () => {
						if (!response.destroyed) send(sent, attempt + 1);
					};
					return void setTimeout(again, NO_CONNECTION.has(code) ? CONNECT_PAUSE_MS : 0);
				}
				const trace = traceOf(request.headers["traceparent"]);
				reportFault({ error: code, ...(trace && { trace }) });
				slot.leave();
				refuseWith(refusalFor(request, code));
			});
			response.once("close", abandon);
			request.once("error", abandon);
			if (body.isWhole) return void outgoing.end(body.bytes);
			outgoing.write(body.bytes);
			request.pipe(outgoing);
		};

		const enter = (body: GatheredBody, place?: LivePlace) => {
			const takeBack = limit.enter({
				network: networkOf(addressOf(request)),
				start: (slot) => {
					response.once("close", slot.leave);
					send({ slot, body, place }, 1);
				},
				refuse: () => refuseWith(BUSY),
				cutOff: () => response.destroy(),
			});
			response.once("close", takeBack);
		};
		if (hasBody(request)) gatherBody(request, enter);
		else if (live !== undefined && isLiveRequest(request))
			void live.reserve(response).then((place) => enter(NO_BODY, place));
		else enter(NO_BODY);
	};
};
