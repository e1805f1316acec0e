import { ApiError, type Issue } from "@footfall/shared/api-error";

/** A schema's issues as an error body lists them. */
export const issueDetails = (issues: readonly Issue[]) =>
	issues.map(({ path, message }) => ({ path: path.join("."), message }));

/** Turns a schema's issues into a 400 with this text and the issues as details. */
export const refuseWith = (error: string) => (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", error, { details: issueDetails(issues) });
