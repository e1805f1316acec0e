import { fromNodeHeaders } from "better-auth/node";
import type {
	Request as ExpressRequest,
	Response as ExpressResponse,
	RequestHandler,
} from "express";
import { z } from "zod";
import { ApiError, codeOfStatus, errorBodyOf } from "../errors.ts";
import { sendError } from "../http/answer.ts";
import type { Peer } from "../http/peer.ts";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.ts";

const Refusal = z.object({ code: z.string().optional(), message: z.string().optional() });

const requestOf = (request: ExpressRequest, { address, origin }: Peer): Request => {
	const headers = fromNodeHeaders(request.headers);
	headers.set(CLIENT_ADDRESS_HEADER, address);
	const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
	return new Request(new URL(request.originalUrl, origin || "http://localhost"), {
		method: request.method,
		headers,
		...(body && request.method !== "GET" && request.method !== "HEAD"
			? { body: new Uint8Array(body) }
			: {}),
	});
};

const copyHeaders = (from: Headers, to: ExpressResponse): void => {
	for (const [name, value] of from)
		if (name !== "set-cookie" && name !== "content-length") to.setHeader(name, value);
	const cookies = from.getSetCookie();
	if (cookies.length > 0) to.setHeader("Set-Cookie", cookies);
	const retryAfter = from.get("x-retry-after");
	if (retryAfter !== null) to.setHeader("Retry-After", retryAfter);
};

/** The library's refusal in the form of every other: its own code and message stay. */
const errorOf = (answer: Response, text: string) => {
	const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
	const own = isJson ? Refusal.parse(JSON.parse(text)) : {};
	if (answer.status === 404 && !isJson) return errorBodyOf(new ApiError("API_ROUTE_NOT_FOUND"));
	const error = errorBodyOf(new ApiError(codeOfStatus(answer.status)));
	const { code = error.code, message = error.message } = own;
	return { ...error, error: message, code, message };
};

/** Hands a request under `/api/auth` to the auth library. */
export const serveAuth =
	(auth: Auth, peerOf: (request: ExpressRequest) => Peer): RequestHandler =>
	async (request, response) => {
		const answer = await auth.handler(requestOf(request, peerOf(request)));
		copyHeaders(answer.headers, response);
		response.setHeader("Cache-Control", "no-store");
		response.setHeader("X-Content-Type-Options", "nosniff");
		const text = await answer.text();
		if (answer.status >= 400) sendError(response, answer.status, errorOf(answer, text));
		else response.status(answer.status).send(text);
	};
