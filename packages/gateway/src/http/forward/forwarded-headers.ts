import type { IncomingMessage } from "node:http";
import { LIVE_FEED_HEADER, LIVE_HELD_HEADER } from "@footfall/shared/live/live-feed";
import { words } from "../../lookup/words.ts";
import { type CorsKind, corsHeaders, errorCorsHeaders } from "../reply/cors.ts";

/** Hop-by-hop headers: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_BY_HOP = new Set(
	words(`
		connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer
		transfer-encoding upgrade`),
);

/** Set by this gateway alone: a client's own values never reach the backend. */
const OURS = new Set([
	"x-forwarded-for",
	"x-forwarded-proto",
	"x-forwarded-host",
	"forwarded",
	LIVE_FEED_HEADER,
]);

const pairsOf = function* (raw: readonly string[]): Generator<[string, string]> {
	for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] ?? "", raw[at + 1] ?? ""];
};

const namedByConnection = (header: string | undefined): ReadonlySet<string> =>
	new Set((header ?? "").split(",").map((name) => name.trim().toLowerCase()));

/** The request's headers for the backend, without those that this gateway sets itself. */
export const requestHeaders = (
	request: IncomingMessage,
	cors: CorsKind | undefined,
): Record<string, string | string[]> => {
	const connection = namedByConnection(request.headers.connection);
	const headers: Record<string, string | string[]> = Object.create(null);
	for (const [name, value] of pairsOf(request.rawHeaders)) {
		const lowerCased = name.toLowerCase();
		if (HOP_BY_HOP.has(lowerCased) || OURS.has(lowerCased) || connection.has(lowerCased)) continue;
		// Collecting paths read no cookies, whoever answers them.
		if (cors === "collecting" && lowerCased === "cookie") continue;
		const entered = headers[lowerCased];
		headers[lowerCased] = entered === undefined ? value : [entered, value].flat();
	}
	return headers;
};

/** The backend's headers for the client, names and values in turn. */
export const responseHeaders = (
	request: IncomingMessage,
	answer: IncomingMessage,
	cors: CorsKind | undefined,
): string[] => {
	const connection = namedByConnection(answer.headers.connection);
	const isRefusal = (answer.statusCode ?? 0) >= 400;
	const ours =
		cors === undefined
			? isRefusal
				? errorCorsHeaders(request)
				: []
			: corsHeaders(cors, request.headers.origin);
	const headers: string[] = [];
	for (const [name, value] of pairsOf(answer.rawHeaders)) {
		const lowerCased = name.toLowerCase();
		if (HOP_BY_HOP.has(lowerCased) || connection.has(lowerCased)) continue;
		if (ours.length > 0 && lowerCased.startsWith("access-control-")) continue;
		if (cors === "collecting" && lowerCased === "set-cookie") continue;
		if (lowerCased === LIVE_HELD_HEADER) continue;
		headers.push(name, value);
	}
	return [...headers, ...ours];
};
