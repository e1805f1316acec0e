import { randomUUID } from "node:crypto";
import { ApiError, codeOfStatus, errorBodyOf } from "@footfall/shared/api-error";
import type { Logger } from "@footfall/shared/logger";
import type { ErrorRequestHandler, RequestHandler } from "express";
import { sendError } from "./answer.ts";
import { ClientDisconnectedError } from "./disconnect.ts";

/** Long enough for waiting requests to be answered or to give up. */
const RETRY_AFTER_SECONDS = 5;

/** A client error, including those of Express and its body parser. */
const refusalOf = (error: unknown): ApiError | undefined => {
	if (error instanceof ApiError) return error;
	if (error instanceof URIError) return new ApiError("INVALID_REQUEST", "The path is not valid");
	const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
	return typeof status === "number" && status >= 400 && status < 500 && expose === true
		? new ApiError(codeOfStatus(status))
		: undefined;
};

/** An error as the client sees it: its own mistake, or a failure. An unexpected error is logged with a request id. */
export const createClientError =
	(logger: Logger) =>
	(error: unknown, { method, path }: { method: string; path: string }): ApiError => {
		const refusal = refusalOf(error);
		if (refusal) return refusal;
		const requestId = randomUUID();
		logger.error({ err: error, method, path, requestId }, "A request failed");
		return new ApiError("INTERNAL_ERROR", undefined, { requestId });
	};
export type ClientError = ReturnType<typeof createClientError>;

/** Seconds after which a retry makes sense; undefined if it never does. */
export const retryAfterOf = ({ status, fields }: ApiError): number | undefined => {
	const { retryAfter = status === 503 ? RETRY_AFTER_SECONDS : undefined } = fields;
	return typeof retryAfter === "number" ? retryAfter : undefined;
};

/** The one place that answers errors. Unexpected ones are logged with a request id, which the answer carries too. */
export const createErrorHandler = (logger: Logger): ErrorRequestHandler => {
	const clientError = createClientError(logger);
	return (error, request, response, next) => {
		if (error instanceof ClientDisconnectedError) {
			response.destroy();
			return;
		}
		if (response.headersSent) {
			// Too late to answer: close the connection, so that no client takes a partial answer for a complete one.
			const { method, path } = request;
			logger.error({ err: error, method, path }, "A response was cut off");
			next(error);
			return;
		}
		const answered = clientError(error, request);
		const retryAfter = retryAfterOf(answered);
		if (retryAfter !== undefined) response.setHeader("Retry-After", String(retryAfter));
		sendError(response, answered.status, errorBodyOf(answered));
	};
};

/** Refuses TRACE, which would echo a request with its cookies and keys. */
export const refuseTrace: RequestHandler = (_request, response) => {
	response.setHeader("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
	throw new ApiError("METHOD_NOT_ALLOWED");
};

/** Answers requests that no route handled. */
export const routeNotFound: RequestHandler = ({ method, path }) => {
	throw new ApiError("API_ROUTE_NOT_FOUND", undefined, { details: { method, path } });
};
