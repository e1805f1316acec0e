import type { z } from "zod";

/** Every error code with its HTTP status and what the caller can do. */
export const ERRORS = {
	INVALID_REQUEST: {
		status: 400,
		message: "The request is not valid.",
		resolution: "Correct the fields or parameters named in the message and try again.",
	},
	AUTHENTICATION_REQUIRED: {
		status: 401,
		message: "Unauthorized",
		resolution: "Sign in, or send a valid API key as `Authorization: Bearer <key>`.",
	},
	FORBIDDEN: {
		status: 403,
		message: "Forbidden",
		resolution: "Use an account or an API key with the required role or scope.",
	},
	NOT_FOUND: {
		status: 404,
		message: "Not found",
		resolution: "Check the identifier in the path.",
	},
	API_ROUTE_NOT_FOUND: {
		status: 404,
		message: "This API route does not exist.",
		resolution: "Check the path against /api/openapi.json.",
	},
	METHOD_NOT_ALLOWED: {
		status: 405,
		message: "Method not allowed",
		resolution: "Use one of the methods in the Allow header.",
	},
	CONFLICT: {
		status: 409,
		message: "Conflict",
		resolution: "Choose another value, or change the record that already uses it.",
	},
	PAYLOAD_TOO_LARGE: {
		status: 413,
		message: "The request body is too large.",
		resolution: "Send a smaller body.",
	},
	UNSUPPORTED_MEDIA_TYPE: {
		status: 415,
		message: "The content type or encoding of the body is not supported.",
		resolution: "Send the body as UTF-8 JSON with Content-Type: application/json.",
	},
	RATE_LIMITED: {
		status: 429,
		message: "Too many requests",
		resolution: "Wait for the number of seconds in the Retry-After header, then try again.",
	},
	INTERNAL_ERROR: {
		status: 500,
		message: "Internal server error",
		resolution:
			"Try again later; if the problem persists, search the server's log for the request id.",
	},
	UNAVAILABLE: {
		status: 503,
		message: "The service is temporarily unavailable.",
		resolution: "Try again in a few seconds.",
	},
} as const;
export type ErrorCode = keyof typeof ERRORS;

/** One error that a schema found in a request. */
export type Issue = z.core.$ZodIssue;

/** A refusal or a failure to be reported to the caller. The one error handler turns it into an error body. */
export class ApiError extends Error {
	override name = "ApiError";
	readonly code: ErrorCode;
	readonly status: number;
	/** Fields of the body besides the four of every error: `details`, `success`, `required` … */
	readonly fields: Readonly<Record<string, unknown>>;

	/** @param error text of the body's `error`; by default the code's own */
	constructor(
		code: ErrorCode,
		error: string = ERRORS[code].message,
		fields: Readonly<Record<string, unknown>> = {},
	) {
		super(error);
		this.code = code;
		this.status = ERRORS[code].status;
		this.fields = fields;
	}
}

/** A refusal of parameters: `error` in the wording that clients know, `details` with what each of them accepts. */
export const refusedParameters = (error: string, ...details: string[]): ApiError =>
	new ApiError("INVALID_REQUEST", error, { details });

/** The body of every answer of 400 and above. */
export interface ErrorBody {
	error: string;
	code: string;
	message: string;
	resolution: string;
	[field: string]: unknown;
}

/** The body of an error: its own fields are kept, and the code's defaults fill the rest. */
export const errorBodyOf = ({ code, message, fields }: ApiError): ErrorBody => ({
	error: message,
	code,
	message,
	resolution: ERRORS[code].resolution,
	...fields,
});

/** The code of an answer with this status, unless it names another. */
export const codeOfStatus = (status: number): ErrorCode => {
	const found = Object.entries(ERRORS).find(([, { status: own }]) => own === status);
	return found ? (found[0] as ErrorCode) : status >= 500 ? "INTERNAL_ERROR" : "INVALID_REQUEST";
};
