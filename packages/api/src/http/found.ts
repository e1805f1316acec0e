import { ApiError } from "@footfall/shared/api-error";

/** A record that was looked up. @throws ApiError 404 if it is missing */
export const found = <Row>(what: string, row: Row | undefined): Row => {
	if (row === undefined) throw new ApiError("NOT_FOUND", `${what} not found`);
	return row;
};
