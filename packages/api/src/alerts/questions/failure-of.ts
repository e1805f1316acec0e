import { ApiError } from "@footfall/shared/api-error";

/**
 * Why a rule's question cannot be answered, in a sentence.
 * @throws the error itself, if it is no fault of the rule
 */
export const failureOf = (error: unknown): string => {
	if (error instanceof ApiError && error.status < 500)
		return [error.message, ...[error.fields["details"] ?? []].flat()].join("; ");
	throw error;
};
