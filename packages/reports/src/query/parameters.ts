import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";

/** A query parameter, unparsed; the report parses it. */
export const textParameter = (description: string) => z.string().optional().describe(description);

const DIMENSION = "dimension";

/** A parameter that names a dimension, whose values the answer shows: callers without access to it are rejected. */
export const dimensionParameter = (description: string) =>
	z.string().optional().meta({ description, format: DIMENSION });

/** The names of the parameters that name a dimension. */
export const dimensionParameters = (shape: Readonly<Record<string, z.ZodType>>): string[] =>
	Object.keys(shape).filter((name) => shape[name]?.meta()?.["format"] === DIMENSION);

/** A text parameter that is documented as an integer. */
export const wholeNumberParameter = (description: string) =>
	z.string().optional().meta({ description, type: "integer", minimum: 0 });

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

/** @throws ApiError when the parameter is missing */
export const required = (name: string, text: string | undefined): string => {
	if (!text) throw new ApiError("INVALID_REQUEST", `${name} is required`);
	return text;
};
