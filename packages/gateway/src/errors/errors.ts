/** Every refusal code with its HTTP status and what the caller can do about it. */
export const REFUSALS = {
	/** A batch of which only some events can be stored for now. */
	PARTLY_STORED: {
		status: 207,
		resolution:
			"Resend only the events whose result has `retry`, after the number of seconds in the Retry-After header.",
	},
	INVALID_REQUEST: {
		status: 400,
		resolution: "Correct the fields in `details` and send it again.",
	},
	AUTHENTICATION_REQUIRED: {
		status: 401,
		resolution:
			"Send a valid key as `Authorization: Bearer KEY`, or omit the Authorization header.",
	},
	FORBIDDEN: {
		status: 403,
		resolution: "Use a key that may send events for this site, or no key.",
	},
	NOT_FOUND: { status: 404, resolution: "Check the site id; the site's settings show it." },
	API_ROUTE_NOT_FOUND: { status: 404, resolution: "Check the path against /api/openapi.json." },
	METHOD_NOT_ALLOWED: {
		status: 405,
		resolution: "Use one of the methods in the Allow header.",
	},
	REQUEST_TIMEOUT: {
		status: 408,
		resolution: "Send the whole request within 15 seconds, without pauses of 5 seconds or more.",
	},
	PAYLOAD_TOO_LARGE: {
		status: 413,
		resolution:
			"Send at most 1 MB and 500 events per request, 64 KB per event, and 10 MB per request of a replay.",
	},
	UNSUPPORTED_MEDIA_TYPE: {
		status: 415,
		resolution: "Send JSON, uncompressed or with Content-Encoding gzip, deflate or br.",
	},
	RATE_LIMITED: {
		status: 429,
		resolution:
			"Retry after the number of seconds in the Retry-After header, and send more slowly.",
	},
	INTERNAL_ERROR: {
		status: 500,
		resolution: "Try again; if the problem persists, check the gateway's log.",
	},
	BAD_GATEWAY: {
		status: 502,
		resolution: "Try again; if the problem persists, check the backend's log.",
	},
	UNAVAILABLE: {
		status: 503,
		resolution: "Retry after the number of seconds in the Retry-After header.",
	},
} as const;
export type RefusalCode = keyof typeof REFUSALS;

const RETRYABLE: ReadonlySet<number> = new Set([207, 429, 503]);

/** Seconds after which a client may retry when something is temporarily unavailable. */
export const RETRY_AFTER_SECONDS = 5;

/** A refusal: its code, the text of the body's `error`, and additional fields of the body. */
export interface Refusal {
	code: RefusalCode;
	error: string;
	fields?: Readonly<Record<string, unknown>>;
}

/** The four texts of every error body; a refusal's own fields come first, as clients know them. */
export const refusalBodyOf = ({ code, error, fields }: Refusal) => ({
	...fields,
	error,
	code,
	message: error,
	resolution: REFUSALS[code].resolution,
});

/** Headers of every error, ready for `writeHead`. */
export const refusalHeadersOf = (code: RefusalCode, body: Buffer): string[] => {
	const headers = [
		"Content-Type",
		"application/json; charset=utf-8",
		"Content-Length",
		String(body.length),
		"Cache-Control",
		"no-store",
		"X-Content-Type-Options",
		"nosniff",
	];
	const { status } = REFUSALS[code];
	if (status === 401) headers.push("WWW-Authenticate", "Bearer");
	if (RETRYABLE.has(status)) headers.push("Retry-After", String(RETRY_AFTER_SECONDS));
	return headers;
};
