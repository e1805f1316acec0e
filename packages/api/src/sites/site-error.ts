import { ApiError, type ErrorCode } from "@footfall/shared/api-error";

/** Site routes answer errors with `success: false`. */
export const siteError = (code: ErrorCode, error: string, details?: unknown) =>
	new ApiError(code, error, { success: false, ...(details === undefined ? {} : { details }) });
