import { ApiError, type Issue } from "@footfall/shared/api-error";
import type { z } from "zod";
import { unknownFields } from "./unknown-fields.ts";

/** A schema's issues as an error body lists them. */
export const issueDetails = (issues: readonly Issue[]) =>
	issues.map(({ path, message }) => ({ path: path.join("."), message }));

/** Turns a schema's issues into a 400 with this text and the issues as details. */
export const refuseWith = (error: string) => (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", error, { details: issueDetails(issues) });

/**
 * A value parsed by its schema.
 * @throws what `refuse` makes of the issues
 */
export const checked = <Schema extends z.ZodType>(
	schema: Schema,
	value: unknown,
	refuse: (issues: readonly Issue[]) => ApiError,
): z.output<Schema> => {
	const { success, data, error } = schema.safeParse(value);
	if (!success) throw refuse(error.issues);
	return data;
};

/**
 * Refuses a body with an unknown field: a misspelt limit would be ignored.
 * @param echoed fields of the record's own answers, which clients send back with a change
 */
export const requireKnownFields = (
	schema: z.ZodType,
	body: unknown,
	{
		echoed = [],
		refuse,
	}: { echoed?: readonly string[]; refuse: (issues: readonly Issue[]) => ApiError },
): void => {
	const unknown = unknownFields(schema, body).filter(
		({ path }) => path.length > 1 || !echoed.includes(String(path[0])),
	);
	if (unknown.length > 0) throw refuse(unknown);
};

/** Turns unknown fields into a 400 that names them, with the extra fields of this route's refusals. */
export const refuseUnknown =
	(refuse: (issues: readonly Issue[]) => ApiError) => (issues: readonly Issue[]) =>
		new ApiError("INVALID_REQUEST", issues.map(({ message }) => message).join("; "), {
			...refuse(issues).fields,
			details: issueDetails(issues),
		});
