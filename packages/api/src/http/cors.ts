import { ApiError } from "@footfall/shared/api-error";
import type { RequestHandler } from "express";

const METHODS = "GET, POST, PUT, DELETE, OPTIONS, PATCH";
const HEADERS = "Content-Type, Authorization, X-Requested-With, x-private-key";
const EXPOSED = "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After";
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/**
 * Decides which pages may use the api. Only the base URL's own origin may send credentials; without a base URL, that
 * is the origin of the host to which the request was sent. The scheme is not compared, because a proxy that terminates
 * TLS may not forward it. A request without an Origin does not come from a page, and is admitted.
 */
export const createCors = (options: {
	baseUrl: string | undefined;
	/** Origins whose pages may use the api with a key, never with a person's cookie. */
	origins: ReadonlySet<string>;
	/** The host that the client addressed. */
	hostOf: (request: Parameters<RequestHandler>[0]) => string;
	/** Paths whose answers any page may read, without credentials. */
	isPublic: (path: string) => boolean;
}): RequestHandler => {
	const own = options.baseUrl === undefined ? undefined : urlOf(options.baseUrl)?.origin;
	return (request, response, next) => {
		const { origin } = request.headers;
		const isPublic = options.isPublic(request.path);
		response.vary("Origin");
		if (isPublic) response.setHeader("Access-Control-Allow-Origin", "*");
		if (origin === undefined) return next();
		const trusted =
			own === undefined ? urlOf(origin)?.host === options.hostOf(request) : origin === own;
		const isListed = options.origins.has(origin);
		const { authorization, cookie } = request.headers;
		const isKeyed = isListed && authorization !== undefined && cookie === undefined;
		if (!trusted && !isKeyed && !READS.has(request.method))
			throw new ApiError("FORBIDDEN", "Origin not allowed");
		if (trusted && !isPublic) {
			response.setHeader("Access-Control-Allow-Origin", origin);
			response.setHeader("Access-Control-Allow-Credentials", "true");
		}
		if (isListed && !trusted && !isPublic) {
			response.setHeader("Access-Control-Allow-Origin", origin);
			response.setHeader("Access-Control-Expose-Headers", EXPOSED);
		}
		if (request.method === "OPTIONS") {
			if (trusted || isListed || isPublic) {
				response.setHeader("Access-Control-Allow-Methods", METHODS);
				response.setHeader("Access-Control-Allow-Headers", HEADERS);
				response.setHeader("Access-Control-Max-Age", "86400");
			}
			response.status(204).end();
			return;
		}
		next();
	};
};
