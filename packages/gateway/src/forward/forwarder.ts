import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import type { Refusal } from "../errors.ts";
import type { IpTable } from "../filter/ip-table.ts";
import { plainAddress } from "../receive/client-address.ts";
import { type CorsKind, corsHeaders, corsKindOf } from "../receive/cors.ts";
import { refuse } from "../receive/reply.ts";
import { traceOf } from "../receive/trace.ts";
import type { Backend } from "./backend.ts";

export interface ForwardParts {
	/** Absent where the gateway runs alone. */
	backend: Backend | undefined;
	isTrustedPeer: IpTable;
	/** The resolved client address, "" when unknown. */
	addressOf(request: IncomingMessage): string;
	log: Logger;
}

/** Of one connection only: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_BY_HOP = new Set([
	"connection",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

/** Said anew by this gateway, so that nobody else's word reaches the backend. */
const OURS = new Set(["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded"]);

/** A backend that says nothing for so long is not working on an answer any more. */
const BACKEND_SILENCE_MS = 120_000;

const NO_ROUTE: Refusal = { code: "API_ROUTE_NOT_FOUND", error: "There is no such API route." };
const AWAY: Refusal = { code: "UNAVAILABLE", error: "The backend is away" };
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

const pairsOf = function* (raw: readonly string[]): Generator<[string, string]> {
	for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] ?? "", raw[at + 1] ?? ""];
};

const namedByConnection = (header: string | undefined): ReadonlySet<string> =>
	new Set((header ?? "").split(",").map((name) => name.trim().toLowerCase()));

const requestHeaders = (
	request: IncomingMessage,
	cors: CorsKind | undefined,
): Record<string, string | string[]> => {
	const connection = namedByConnection(request.headers.connection);
	const headers: Record<string, string | string[]> = Object.create(null);
	for (const [name, value] of pairsOf(request.rawHeaders)) {
		const lowerCased = name.toLowerCase();
		if (HOP_BY_HOP.has(lowerCased) || OURS.has(lowerCased) || connection.has(lowerCased)) continue;
		// A collecting path reads no cookie, whoever answers it.
		if (cors === "collecting" && lowerCased === "cookie") continue;
		const entered = headers[lowerCased];
		headers[lowerCased] = entered === undefined ? value : [entered, value].flat();
	}
	return headers;
};

const responseHeaders = (
	answer: IncomingMessage,
	cors: CorsKind | undefined,
	origin: string | undefined,
): string[] => {
	const connection = namedByConnection(answer.headers.connection);
	const headers: string[] = [];
	for (const [name, value] of pairsOf(answer.rawHeaders)) {
		const lowerCased = name.toLowerCase();
		if (HOP_BY_HOP.has(lowerCased) || connection.has(lowerCased)) continue;
		if (cors !== undefined && lowerCased.startsWith("access-control-")) continue;
		if (cors === "collecting" && lowerCased === "set-cookie") continue;
		headers.push(name, value);
	}
	return cors === undefined ? headers : [...headers, ...corsHeaders(cors, origin)];
};

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

/** Hands a request to the backend and its answer back, as they stream in. */
export const forwarder = ({ backend, isTrustedPeer, addressOf, log }: ForwardParts) => {
	const start = (
		from: Backend,
		request: IncomingMessage,
		response: ServerResponse,
		mayRetry: boolean,
	): void => {
		const { method = "GET", url = "/", headers, socket } = request;
		const path = url.split("?", 1)[0] ?? "/";
		const cors = corsKindOf(method, path);
		const corsPairs = cors === undefined ? [] : corsHeaders(cors, headers.origin);
		const isTrusted = isTrustedPeer(plainAddress(socket.remoteAddress));
		const said = (name: string) => (isTrusted ? headers[name]?.toString() : undefined);
		const hasBody =
			headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

		const outgoing = from.request({
			method,
			path: url,
			headers: {
				...requestHeaders(request, cors),
				...(headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" }),
				"x-forwarded-for": addressOf(request),
				"x-forwarded-proto": said("x-forwarded-proto") ?? "http",
				"x-forwarded-host": said("x-forwarded-host") ?? headers.host ?? "",
			},
		});
		outgoing.setTimeout(BACKEND_SILENCE_MS, () =>
			outgoing.destroy(new Error("The backend is silent")),
		);
		outgoing.on("response", (answer) => {
			if (response.destroyed) return answer.destroy();
			response.writeHead(
				answer.statusCode ?? 502,
				answer.statusMessage,
				responseHeaders(answer, cors, headers.origin),
			);
			answer.on("error", () => response.destroy());
			answer.pipe(response);
		});
		outgoing.on("error", (error: NodeJS.ErrnoException) => {
			if (response.destroyed) return;
			if (response.headersSent) {
				response.destroy();
				return;
			}
			// A kept connection may have been closed just as it was taken; nothing was asked yet.
			if (mayRetry && !hasBody && outgoing.reusedSocket && error.code === "ECONNRESET")
				return start(from, request, response, false);
			const trace = traceOf(headers["traceparent"]);
			log.warn(
				{ error: error.code ?? error.message, ...(trace && { trace }) },
				"backend not reached",
			);
			request.resume();
			refuse(response, NOT_THERE.has(error.code ?? "") ? AWAY : BROKEN, corsPairs);
		});
		response.on("close", () => {
			if (!response.writableFinished) outgoing.destroy();
		});
		request.on("error", () => outgoing.destroy());
		if (hasBody) request.pipe(outgoing);
		else outgoing.end();
	};

	return (request: IncomingMessage, response: ServerResponse): void => {
		const target = request.url ?? "/";
		// The absolute form is for proxies that a client chose; this one it did not choose.
		if (!target.startsWith("/") || !URL.canParse(target.replace(/^\/+/, "/"), "http://gateway"))
			refuse(response, NO_ROUTE, []);
		else if (isInternal(target)) refuse(response, NO_ROUTE, []);
		else if (backend === undefined) refuse(response, AWAY, []);
		else start(backend, request, response, request.method === "GET" || request.method === "HEAD");
	};
};
