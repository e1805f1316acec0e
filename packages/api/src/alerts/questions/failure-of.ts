import { ApiError } from "@footfall/shared/api-error";

/** Whether the store had no time or memory for a question, which may be answered later. */
export const isOverloaded = (error: unknown): boolean =>
	error instanceof ApiError && error.code === "UNAVAILABLE";

/**
 * Why a rule's question cannot be answered, in a sentence.
 * @throws the error itself, if it is no fault of the rule
 */
export const failureOf = (error: unknown): string => {
	if (error instanceof ApiError && error.status < 500)
		return [error.message, ...[error.fields["details"] ?? []].flat()].join("; ");
	throw error;
};
