import type { z } from "zod";

/** Every error code with its HTTP status and what the caller can do. */
export const ERRORS = {
	INVALID_REQUEST: {
		status: 400,
		message: "The request is not valid.",
		resolution: "Correct the fields or parameters that the message names and send it again.",
	},
	AUTHENTICATION_REQUIRED: {
		status: 401,
		message: "Unauthorized",
		resolution: "Sign in, or send a valid API key as `Authorization: Bearer <key>`.",
	},
	FORBIDDEN: {
		status: 403,
		message: "Forbidden",
		resolution: "Use an account or an API key that has the needed role or scope.",
	},
	NOT_FOUND: {
		status: 404,
		message: "Not found",
		resolution: "Check the identifier in the path.",
	},
	API_ROUTE_NOT_FOUND: {
		status: 404,
		message: "There is no such API route.",
		resolution: "Check the path against /api/openapi.json.",
	},
	METHOD_NOT_ALLOWED: {
		status: 405,
		message: "Method not allowed",
		resolution: "Use one of the methods that the Allow header names.",
	},
	CONFLICT: {
		status: 409,
		message: "Conflict",
		resolution: "Choose another value, or change the record that already has it.",
	},
	PAYLOAD_TOO_LARGE: {
		status: 413,
		message: "The request body is too large.",
		resolution: "Send a smaller body.",
	},
	UNSUPPORTED_MEDIA_TYPE: {
		status: 415,
		message: "The body's type or encoding is not supported.",
		resolution: "Send the body as UTF-8 JSON with Content-Type: application/json.",
	},
	RATE_LIMITED: {
		status: 429,
		message: "Too many requests",
		resolution: "Wait for the seconds that the Retry-After header names, then try again.",
	},
	INTERNAL_ERROR: {
		status: 500,
		message: "Internal server error",
		resolution: "Try again later; if it stays, look for the request id in the server's log.",
	},
	UNAVAILABLE: {
		status: 503,
		message: "The service cannot answer for now.",
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
