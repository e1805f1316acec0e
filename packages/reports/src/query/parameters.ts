import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { BREAKDOWN_PARAMETERS, dimensionOf } from "./dimensions.ts";

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

/** Whether a parameter is `true`. @throws ApiError for anything but `true` and `false` */
export const isTrue = (name: string, text: string | undefined): boolean =>
	oneOf(name, text, ["true", "false"], "false") === "true";

/** @throws ApiError when the parameter is missing */
export const required = (name: string, text: string | undefined): string => {
	if (!text) throw new ApiError("INVALID_REQUEST", `${name} is required`);
	return text;
};

/** What a session has one value of; event names are excluded, since a session has any number of them. */
export const SESSION_PARAMETERS = BREAKDOWN_PARAMETERS.filter(
	(parameter) => parameter !== "event_name",
);

/** @throws ApiError naming {@link SESSION_PARAMETERS} if the parameter is none of them */
export const sessionParameter = (parameter: string): string =>
	parameter.includes(":") && dimensionOf(parameter)
		? parameter
		: oneOf("parameter", parameter, SESSION_PARAMETERS);
