import { ApiError } from "@footfall/shared/api-error";

/**
 * A parameter that takes one of a few words.
 * @throws ApiError naming the words
 */
export const oneOf = <const Choice extends string>(
	name: string,
	text: string | undefined,
	choices: readonly Choice[],
	fallback?: Choice,
): Choice => {
	const found = choices.find((choice) => choice === (text || fallback));
	if (found === undefined)
		throw new ApiError("INVALID_REQUEST", `${name} must be one of ${choices.join(", ")}`);
	return found;
};
