import { randomUUID } from "node:crypto";
import { ApiError, codeOfStatus, errorBodyOf } from "@footfall/shared/api-error";
import type { Logger } from "@footfall/shared/logger";
import type { ErrorRequestHandler, RequestHandler } from "express";
import { sendError } from "./answer.ts";
import { ClientDisconnectedError } from "./disconnect.ts";

/** Time enough for the waiting requests to be answered or to give up. */
const RETRY_AFTER_SECONDS = 5;

/** A client's mistake, also as Express and its body reader report it. */
const refusalOf = (error: unknown): ApiError | undefined => {
	if (error instanceof ApiError) return error;
	if (error instanceof URIError) return new ApiError("INVALID_REQUEST", "The path is not valid");
	const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
	return typeof status === "number" && status >= 400 && status < 500 && expose === true
		? new ApiError(codeOfStatus(status))
		: undefined;
};

/** What an error is to the client: what it may change, or a failure. An unexpected error is logged with a request id. */
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

/** After how many seconds it is worth trying again; undefined where that changes nothing. */
export const retryAfterOf = ({ status, fields }: ApiError): number | undefined => {
	const { retryAfter = status === 503 ? RETRY_AFTER_SECONDS : undefined } = fields;
	return typeof retryAfter === "number" ? retryAfter : undefined;
};

/** The one place that answers errors. Unexpected ones are logged with a request id, which the answer carries too. */
export const errorHandler = (logger: Logger): ErrorRequestHandler => {
	const clientError = createClientError(logger);
	return (error, request, response, next) => {
		if (error instanceof ClientDisconnectedError) {
			response.destroy();
			return;
		}
		if (response.headersSent) {
			// Too late to answer: the connection is cut, so that no client takes a part for the whole.
			const { method, path } = request;
			logger.error({ err: error, method, path }, "An answer broke off");
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
