import type { IncomingMessage } from "node:http";
import { detachString } from "../../lookup/detach-string.ts";
import { createRecentMap } from "../../lookup/recent-map.ts";

/** `collecting` paths reflect the origin, `public` ones allow any. */
export type CorsKind = "collecting" | "public";

const METHODS = "GET, POST, PUT, DELETE, OPTIONS, PATCH";
const HEADERS = "Content-Type, Authorization, X-Requested-With, x-private-key";
const DAY_SECONDS = "86400";

const COLLECTING =
	/^\/api\/(track|identify|session-replay\/record\/[^/]+|site\/[^/]+\/feature-flags\/evaluate)\/?$/;
const PUBLIC =
	/^\/api\/(script\.js|script\.json|s\/[^/]+\.js|replay\.js|vitals\.js|pixel\.gif|version|site\/tracking-config\/[^/]+|site\/[^/]+\/tracking-config|sites\/[^/]+\/(sessions|embed-stats))\/?$/;

/** The kind of a path for any method; `undefined` for paths that no other origin may read. */
const corsKindOfPath = (path: string): CorsKind | undefined => {
	if (COLLECTING.test(path)) return "collecting";
	return PUBLIC.test(path) ? "public" : undefined;
};

const METHODS_OF: Readonly<Record<CorsKind, readonly string[]>> = {
	collecting: ["POST"],
	public: ["GET", "HEAD"],
};

/** The kind of a request; `undefined` where no other origin may read the reply. */
export const corsKindOf = (method: string, path: string): CorsKind | undefined => {
	const kind = corsKindOfPath(path);
	return kind && METHODS_OF[kind].includes(method) ? kind : undefined;
};

/**
 * A beacon with a JSON blob is a credentialed request, whose preflight fails on `*`; so the origin is reflected. These
 * paths neither read nor set cookies and return nothing private.
 */
const reflecting = (origin: string): readonly string[] => [
	"Vary",
	"Origin",
	"Access-Control-Allow-Origin",
	origin,
	"Access-Control-Allow-Credentials",
	"true",
	// Without this, a page cannot read how long to wait.
	"Access-Control-Expose-Headers",
	"Retry-After",
];

/** Origins whose headers are cached: a gateway serves the same few sites all the time. */
const MAX_ORIGINS = 500;
/** A scheme, the longest host and a port; anything longer is forged. */
const MAX_ORIGIN_CHARACTERS = 300;
const byOrigin = createRecentMap<string, readonly string[]>(MAX_ORIGINS);

const reflectingOnce = (origin: string): readonly string[] => {
	if (origin.length > MAX_ORIGIN_CHARACTERS) return reflecting(origin);
	const known = byOrigin.get(origin);
	if (known !== undefined) return known;
	const own = detachString(origin);
	const made = reflecting(own);
	byOrigin.set(own, made);
	return made;
};

const WITHOUT_ORIGIN: readonly string[] = ["Vary", "Origin"];
const ANYBODY: readonly string[] = ["Access-Control-Allow-Origin", "*"];

/**
 * Names and values in turn, as `writeHead` takes them. Returns the same list for the same origin while it is cached.
 */
export const corsHeaders = (kind: CorsKind, origin: string | undefined): readonly string[] => {
	if (kind === "public") return ANYBODY;
	return origin === undefined ? WITHOUT_ORIGIN : reflectingOnce(origin);
};

/** The headers of an error: a page may read why its request failed, even if the method was wrong. */
export const errorCorsHeaders = ({
	url = "",
	headers,
}: Pick<IncomingMessage, "url" | "headers">): readonly string[] => {
	const kind = corsKindOfPath(url.split("?", 1)[0] ?? "");
	return kind === undefined ? [] : corsHeaders(kind, headers.origin);
};

/** The answer to a preflight of such a path. */
export const preflightHeaders = (
	kind: CorsKind,
	origin: string | undefined,
	/** Request headers beyond the usual ones. */
	more: readonly string[] = [],
): string[] => [
	...corsHeaders(kind, origin),
	"Access-Control-Allow-Methods",
	METHODS,
	"Access-Control-Allow-Headers",
	[HEADERS, ...more].join(", "),
	"Access-Control-Max-Age",
	DAY_SECONDS,
	"Content-Length",
	"0",
];
