import { MAX_EVENT_BYTES, MAX_EVENTS_PER_BATCH } from "@footfall/shared/limits";
import { flattenError, type ZodError } from "zod";
import type { Refusal, RefusalCode } from "./errors.ts";

/** The refusal of something that was to be collected; clients check `success`. */
export const refusal = (code: RefusalCode, error: string, fields: object = {}): Refusal => ({
	code,
	error,
	fields: { success: false, ...fields },
});

export const NO_CONFIGURATION = refusal("UNAVAILABLE", "The gateway has no site configuration yet");
export const UNKNOWN_SITE = refusal("NOT_FOUND", "Site not found");
/** Of a key in a body. */
export const WRONG_KEY = refusal("FORBIDDEN", "Invalid API key");
/** Of an `Authorization` or `?api_key=`. */
export const UNKNOWN_KEY = refusal(
	"AUTHENTICATION_REQUIRED",
	"The API key is unknown or has expired",
);
export const FOREIGN_KEY = refusal("FORBIDDEN", "The API key may not send events for this site");
export const TOO_MANY = refusal("RATE_LIMITED", "Too many events for this site");
/** Final: the page sends more than a person could cause, and would continue. */
export const TOO_MANY_ON_PAGE = refusal(
	"INVALID_REQUEST",
	"Too many events from one page load: at most 500 in 10 seconds",
);
export const NOT_ENABLED = refusal("FORBIDDEN", "Session replay not enabled");
export const UNAVAILABLE = refusal("UNAVAILABLE", "The event cannot be stored at the moment");
export const FAILED = refusal("INTERNAL_ERROR", "Failed to track event");
export const FAILED_IDENTIFY = refusal("INTERNAL_ERROR", "Failed to process identify");
export const FAILED_REPLAY = refusal("INTERNAL_ERROR", "Failed to record session replay");

export const EVENT_TOO_LARGE = refusal(
	"PAYLOAD_TOO_LARGE",
	`The event is larger than ${MAX_EVENT_BYTES} bytes`,
);
export const BATCH_TOO_LARGE = refusal(
	"PAYLOAD_TOO_LARGE",
	`The batch has more than ${MAX_EVENTS_PER_BATCH} events`,
);
export const WRONG_METHOD: Refusal = { code: "METHOD_NOT_ALLOWED", error: "Method not allowed" };

export const bodyTooLarge = (maxBytes: number): Refusal =>
	refusal("PAYLOAD_TOO_LARGE", `The body is larger than ${maxBytes} bytes`);

/** The refusal of a compressed body that cannot be decompressed. */
export const notCompressed = (encoding: string): Refusal =>
	refusal("INVALID_REQUEST", `The body is not valid ${encoding}`);

/** The refusal of an invalid value, with the errors of each field. */
export const invalidPayload = (
	formErrors: readonly string[],
	fieldErrors: Readonly<Record<string, readonly string[] | undefined>> = {},
): Refusal =>
	refusal("INVALID_REQUEST", "Invalid payload", { details: { formErrors, fieldErrors } });

export const NOT_JSON = invalidPayload(["The body is not JSON"]);

/** The refusal of a value that a schema does not accept. */
export const refusalOf = (error: ZodError): Refusal => {
	const { formErrors, fieldErrors } = flattenError(error);
	return invalidPayload(formErrors, fieldErrors);
};
