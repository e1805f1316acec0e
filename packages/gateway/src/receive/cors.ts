/** Which pages may read a reply: see the two kinds of public paths. */
export type CorsKind = "collecting" | "public";

const METHODS = "GET, POST, PUT, DELETE, OPTIONS, PATCH";
const HEADERS = "Content-Type, Authorization, X-Requested-With, x-private-key";
const DAY_SECONDS = "86400";

const COLLECTING =
	/^\/api\/(track|identify|session-replay\/record\/[^/]+|site\/[^/]+\/feature-flags\/evaluate)\/?$/;
const PUBLIC =
	/^\/api\/(script\.js|script\.json|s\/[^/]+\.js|replay\.js|vitals\.js|pixel\.gif|version|site\/tracking-config\/[^/]+|sites\/[^/]+\/(sessions|embed-stats))\/?$/;

/** The kind of a path, `undefined` for all paths that are nobody else's business. */
export const corsKindOf = (method: string, path: string): CorsKind | undefined => {
	if (method === "POST" && COLLECTING.test(path)) return "collecting";
	if ((method === "GET" || method === "HEAD") && PUBLIC.test(path)) return "public";
	return undefined;
};

/**
 * A beacon with a JSON blob is a credentialed request, whose preflight fails on `*`; so the origin is
 * reflected. These paths read and set no cookie and answer nothing private.
 */
const collectingHeaders = (origin: string | undefined): string[] =>
	origin === undefined
		? ["Vary", "Origin"]
		: [
				"Vary",
				"Origin",
				"Access-Control-Allow-Origin",
				origin,
				"Access-Control-Allow-Credentials",
				"true",
				// Without this a page cannot read how long to wait.
				"Access-Control-Expose-Headers",
				"Retry-After",
			];

/** Names and values in turn, as `writeHead` takes them. */
export const corsHeaders = (kind: CorsKind, origin: string | undefined): string[] =>
	kind === "collecting" ? collectingHeaders(origin) : ["Access-Control-Allow-Origin", "*"];

/** The answer to a preflight of such a path. */
export const preflightHeaders = (kind: CorsKind, origin: string | undefined): string[] => [
	...corsHeaders(kind, origin),
	"Access-Control-Allow-Methods",
	METHODS,
	"Access-Control-Allow-Headers",
	HEADERS,
	"Access-Control-Max-Age",
	DAY_SECONDS,
	"Content-Length",
	"0",
];
