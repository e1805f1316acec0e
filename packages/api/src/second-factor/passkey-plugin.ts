import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth/api";

/** A passkey replaces the password too, so having the device is not enough: it must check who uses it. */
const requireVerified = (
	isVerified: boolean,
	[status, code]: ["BAD_REQUEST" | "UNAUTHORIZED", string],
): void => {
	if (isVerified) return;
	const message = "The passkey did not check who uses it: set a PIN or a fingerprint";
	throw new APIError(status, { code, message });
};

/** The library's plug-in, which by itself accepts devices that check nobody. */
export const passkeys = (
	/** This server's public URL; when absent, each request's own host. */
	baseUrl: string | undefined,
) =>
	passkey({
		rpName: "Footfall",
		...(baseUrl !== undefined && { origin: new URL(baseUrl).origin }),
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
		registration: {
			afterVerification: async ({ verification: { registrationInfo } }) =>
				requireVerified(registrationInfo?.userVerified === true, [
					"BAD_REQUEST",
					"FAILED_TO_VERIFY_REGISTRATION",
				]),
		},
		authentication: {
			afterVerification: async ({ verification: { authenticationInfo } }) =>
				requireVerified(authenticationInfo.userVerified, ["UNAUTHORIZED", "AUTHENTICATION_FAILED"]),
		},
	});
