import { APIError } from "better-auth/api";
import type { CodeVerdict } from "../second-factor/claim-code.ts";

/** The refusal of a code that an authenticator app did not just make. */
export const refuseCode = (
	verdict: CodeVerdict,
	status: "UNAUTHORIZED" | "BAD_REQUEST",
): APIError => {
	if (verdict === "locked")
		return new APIError("TOO_MANY_REQUESTS", {
			code: "ACCOUNT_TEMPORARILY_LOCKED",
			message: "Too many wrong codes: try again in 15 minutes",
		});
	if (verdict === "used")
		return new APIError(status, {
			code: "CODE_ALREADY_USED",
			message: "This code was already used: wait for the next one",
		});
	return new APIError(status, { code: "INVALID_CODE", message: "Invalid code" });
};
