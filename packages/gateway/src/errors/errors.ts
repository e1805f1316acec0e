/** Every refusal code with its HTTP status and what the caller can do about it. */
export const REFUSALS = {
	/** A batch of which only some events can be stored for now. */
	PARTLY_STORED: {
		status: 207,
		resolution:
			"Send the events whose result has `retry` again, and no others, after the seconds that the Retry-After header names.",
	},
	INVALID_REQUEST: { status: 400, resolution: "Correct what `details` names and send it again." },
	AUTHENTICATION_REQUIRED: {
		status: 401,
		resolution: "Send a valid key as `Authorization: Bearer KEY`, or no Authorization at all.",
	},
	FORBIDDEN: { status: 403, resolution: "Send a key that may send events for this site, or none." },
	NOT_FOUND: { status: 404, resolution: "Check the site id: it is shown in the site's settings." },
	API_ROUTE_NOT_FOUND: { status: 404, resolution: "Check the path against /api/openapi.json." },
	METHOD_NOT_ALLOWED: {
		status: 405,
		resolution: "Use one of the methods that the Allow header names.",
	},
	REQUEST_TIMEOUT: {
		status: 408,
		resolution: "Send the whole request within 15 seconds and without pauses of 5.",
	},
	PAYLOAD_TOO_LARGE: {
		status: 413,
		resolution: "Send at most 1 MB and 500 events at once, 64 KB per event, and 10 MB of a replay.",
	},
	UNSUPPORTED_MEDIA_TYPE: {
		status: 415,
		resolution: "Send JSON, uncompressed or with Content-Encoding gzip, deflate or br.",
	},
	RATE_LIMITED: {
		status: 429,
		resolution: "Send again, more slowly, after the seconds that the Retry-After header names.",
	},
	INTERNAL_ERROR: {
		status: 500,
		resolution: "Try again; if it stays, look into the gateway's log.",
	},
	BAD_GATEWAY: { status: 502, resolution: "Try again; if it stays, look into the backend's log." },
	UNAVAILABLE: {
		status: 503,
		resolution: "Try again after the seconds that the Retry-After header names.",
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
