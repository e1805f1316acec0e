import { flattenError, type ZodError } from "zod";
import type { Refusal } from "./errors.ts";

export const NO_CONFIGURATION: Refusal = {
	code: "UNAVAILABLE",
	error: "The gateway does not know its sites yet",
	fields: { success: false },
};
export const UNKNOWN_SITE: Refusal = {
	code: "NOT_FOUND",
	error: "Site not found",
	fields: { success: false },
};
export const WRONG_KEY: Refusal = {
	code: "FORBIDDEN",
	error: "Invalid API key",
	fields: { success: false },
};
export const TOO_MANY: Refusal = {
	code: "RATE_LIMITED",
	error: "Too many events for this site",
	fields: { success: false },
};
export const NOT_ENABLED: Refusal = {
	code: "FORBIDDEN",
	error: "Session replay not enabled",
	fields: { success: false },
};
export const UNAVAILABLE: Refusal = {
	code: "UNAVAILABLE",
	error: "The event cannot be stored for now",
	fields: { success: false },
};
export const FAILED: Refusal = {
	code: "INTERNAL_ERROR",
	error: "Failed to track event",
	fields: { success: false },
};
export const FAILED_IDENTIFY: Refusal = { ...FAILED, error: "Failed to process identify" };
export const FAILED_REPLAY: Refusal = { ...FAILED, error: "Failed to record session replay" };

/** The refusal of an invalid value, with the faults of each field. */
export const invalidPayload = (
	formErrors: readonly string[],
	fieldErrors: Readonly<Record<string, readonly string[] | undefined>> = {},
): Refusal => ({
	code: "INVALID_REQUEST",
	error: "Invalid payload",
	fields: { success: false, details: { formErrors, fieldErrors } },
});

export const NOT_JSON = invalidPayload(["The body is not JSON"]);

/** The refusal of a value that a schema does not accept. */
export const refusalOf = (error: ZodError): Refusal => {
	const { formErrors, fieldErrors } = flattenError(error);
	return invalidPayload(formErrors, fieldErrors);
};
