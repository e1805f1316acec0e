import type { IncomingMessage, ServerResponse } from "node:http";
import type { FileEncoding, ServedFile } from "../../scripts/served-file.ts";
import { corsHeaders } from "./cors.ts";

/** How long browsers and proxies may keep a script. */
const CACHING = {
	/** Short, so that a changed setting reaches visitors soon; stale copies are served while the new one is fetched. */
	current: "public, max-age=60, stale-while-revalidate=600",
	/** A year: a file named after its content never changes. */
	pinned: "public, max-age=31536000, immutable",
} as const;

/** The best encoding that a request accepts. */
export const fileEncoding = (acceptEncoding: string): FileEncoding => {
	const taken = new Set(
		acceptEncoding.split(",").flatMap((one) => {
			const [name = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
			return parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) ? [] : [name];
		}),
	);
	return taken.has("br") ? "br" : taken.has("gzip") ? "gzip" : "identity";
};

/** Sends a script that any page may load, or only confirms that the browser's copy is current. */
export const answerFile = (
	request: IncomingMessage,
	response: ServerResponse,
	{ etag, bodies }: ServedFile,
	caching: keyof typeof CACHING = "current",
): void => {
	const headers = [
		"Content-Type",
		"text/javascript; charset=utf-8",
		"ETag",
		etag,
		"Cache-Control",
		CACHING[caching],
		"Vary",
		"Accept-Encoding",
		"X-Content-Type-Options",
		"nosniff",
		"Cross-Origin-Resource-Policy",
		"cross-origin",
		...corsHeaders("public", undefined),
	];
	const known = (request.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim());
	if (known.includes(etag)) {
		response.writeHead(304, headers);
		response.end();
		return;
	}
	const encoding = fileEncoding(String(request.headers["accept-encoding"] ?? ""));
	const body = bodies[encoding];
	if (encoding !== "identity") headers.push("Content-Encoding", encoding);
	response.writeHead(200, [...headers, "Content-Length", String(body.length)]);
	response.end(body);
};
