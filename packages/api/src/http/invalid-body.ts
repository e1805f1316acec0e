import { ApiError, type Issue } from "@footfall/shared/api-error";
import type { z } from "zod";

/** A schema's issues as an error body lists them. */
export const issueDetails = (issues: readonly Issue[]) =>
	issues.map(({ path, message }) => ({ path: path.join("."), message }));

/** Turns a schema's issues into a 400 with this text and the issues as details. */
export const refuseWith = (error: string) => (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", error, { details: issueDetails(issues) });

/** A value as its schema has it. @throws what `refuse` makes of the issues */
export const checked = <Schema extends z.ZodType>(
	schema: Schema,
	value: unknown,
	refuse: (issues: readonly Issue[]) => ApiError,
): z.output<Schema> => {
	const { success, data, error } = schema.safeParse(value);
	if (!success) throw refuse(error.issues);
	return data;
};
