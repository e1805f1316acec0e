import { z } from "zod";
import { AuthUser, CurrentSession, Status } from "./auth-models.ts";
import { type AuthOperation, createOperation, id } from "./auth-operation.ts";

const password = z.string().max(1024).meta({ description: "Empty for an account that has none." });
const Code = z
	.object({
		code: z.string().max(40),
		trustDevice: z
			.boolean()
			.optional()
			.meta({ description: "Whether this browser is not asked again for 30 days." }),
	})
	.meta({ component: "SecondFactorCode" });

const visitor = createOperation("Second factor", "anyone");
const account = createOperation("Second factor", "session", { withoutFactor: true });

const Verified = z
	.looseObject({ token: z.string(), user: AuthUser })
	.meta({ component: "VerifiedSignIn" });
const CODE_REFUSALS = ["INVALID_TWO_FACTOR_COOKIE"];

/** What WebAuthn of the browser gives or takes, unchanged. */
const webAuthn = z.record(z.string(), z.unknown());
const Passkey = z
	.looseObject({
		id: z.string(),
		name: z.string().nullish(),
		createdAt: z.iso.datetime().nullish(),
	})
	.meta({ component: "Passkey" });
/** Of an account that has twenty. */
const TOO_MANY = "TOO_MANY_PASSKEYS";
const NOT_FRESH = "SESSION_NOT_FRESH";
/** Of changes of the second factor: by a session that has not proved the one that there is, or is too old. */
const UNPROVED = [NOT_FRESH, "SECOND_FACTOR_REQUIRED"];

/** Authenticator apps with recovery codes, and passkeys. */
export const secondFactorOperations: readonly AuthOperation[] = [
	account("post", "/two-factor/enable", {
		summary: "Starts to set up an authenticator app",
		description:
			"`totpURI` goes into the app, as a QR code. `backupCodes` are the recovery codes, which are shown only now: each signs in once in place of a code. The app counts once `two-factor/verify-totp` was called with a code of it. Needs the password; for an account without one, or that began with a sign-in link, a sign-in within the last 10 minutes.",
		audit: "user.second-factor-setup",
		body: z.object({ password }),
		response: z
			.looseObject({ totpURI: z.string(), backupCodes: z.array(z.string()) })
			.meta({ component: "AuthenticatorAppSetup" }),
		refusals: { 400: ["INVALID_PASSWORD", "TOTP_ALREADY_ENABLED"], 403: UNPROVED },
	}),
	visitor("post", "/two-factor/verify-totp", {
		summary: "Signs in with a code of the authenticator app, or finishes setting it up",
		description:
			"After `sign-in/email` has answered with `twoFactorRedirect`; or signed in, with the first code of a new app, or to prove the factor that an organization requires. Each code works once. Five wrong codes end a sign-in; ten in a row block the account's codes for 15 minutes.",
		keepsRefusals: true,
		body: Code,
		response: Verified,
		refusals: {
			400: ["TOTP_NOT_ENABLED", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"],
			401: ["INVALID_CODE", "CODE_ALREADY_USED", ...CODE_REFUSALS],
			429: ["ACCOUNT_TEMPORARILY_LOCKED"],
		},
	}),
	visitor("post", "/two-factor/verify-backup-code", {
		summary: "Signs in with a recovery code",
		description: "In place of a code of the app; each works once.",
		keepsRefusals: true,
		body: Code,
		response: Verified,
		refusals: {
			400: ["BACKUP_CODES_NOT_ENABLED", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"],
			401: ["INVALID_BACKUP_CODE", ...CODE_REFUSALS],
			429: ["ACCOUNT_TEMPORARILY_LOCKED"],
		},
	}),
	account("post", "/two-factor/generate-backup-codes", {
		summary: "Makes new recovery codes; the old ones end",
		description:
			"Needs the password; for an account without one, or that began with a sign-in link, a sign-in within the last 10 minutes.",
		audit: "user.recovery-codes",
		body: z.object({ password }),
		response: z.looseObject({ backupCodes: z.array(z.string()) }),
		refusals: { 400: ["INVALID_PASSWORD", "TWO_FACTOR_NOT_ENABLED"], 403: UNPROVED },
	}),
	account("post", "/two-factor/disable", {
		summary: "Removes the authenticator app and the recovery codes",
		description:
			"Needs the password; for an account without one, or that began with a sign-in link, a sign-in within the last 10 minutes. Passkeys stay.",
		audit: "user.second-factor-off",
		body: z.object({ password }),
		response: Status,
		refusals: { 400: ["INVALID_PASSWORD"], 403: UNPROVED },
	}),
	account("post", "/confirm-identity", {
		summary: "Renews the session with the password or a code of the authenticator app",
		description:
			"For changes that answer 403 with `SESSION_NOT_FRESH` because the sign-in is more than 10 minutes old.",
		keepsRefusals: true,
		body: z.object({ method: z.enum(["password", "code"]), value: z.string().min(1).max(1024) }),
		response: Status,
		refusals: {
			400: ["INVALID_PASSWORD", "INVALID_CODE", "CODE_ALREADY_USED"],
			429: ["ACCOUNT_TEMPORARILY_LOCKED"],
		},
	}),
	account("get", "/passkey/generate-register-options", {
		summary: "The options with which the browser makes a passkey",
		description: "For `navigator.credentials.create`. The sign-in must be within 10 minutes.",
		response: webAuthn,
		refusals: { 400: [TOO_MANY], 403: [NOT_FRESH] },
	}),
	account("post", "/passkey/verify-registration", {
		summary: "Adds a passkey to the account",
		description: "`response` is what the browser made from the options.",
		audit: "user.passkey-add",
		body: z.object({ response: webAuthn, name: z.string().min(1).max(100).optional() }),
		response: Passkey,
		refusals: {
			400: ["CHALLENGE_NOT_FOUND", "FAILED_TO_VERIFY_REGISTRATION", TOO_MANY],
			403: [...UNPROVED, "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY"],
		},
	}),
	visitor("get", "/passkey/generate-authenticate-options", {
		summary: "The options with which the browser proves a passkey",
		description: "For `navigator.credentials.get`.",
		response: webAuthn,
	}),
	visitor("post", "/passkey/verify-authentication", {
		summary: "Signs in with a passkey, or proves it in an open session",
		description:
			"In place of the password and a code. `response` is what the browser made from the options; each challenge works once. Where people sign in with a provider, it proves the second factor of an open session, or after a sign-in link; the new session takes the place of the open one.",
		keepsRefusals: true,
		body: z.object({ response: webAuthn }),
		response: CurrentSession,
		refusals: {
			400: ["CHALLENGE_NOT_FOUND", "AUTHENTICATION_FAILED"],
			401: ["PASSKEY_NOT_FOUND", "AUTHENTICATION_FAILED"],
			403: ["USE_PROVIDER", "PASSWORD_SIGN_IN_OFF"],
		},
	}),
	account("get", "/passkey/list-user-passkeys", {
		summary: "The caller's passkeys",
		description: "Their names, to tell them apart.",
		response: z.array(Passkey),
	}),
	account("post", "/passkey/update-passkey", {
		summary: "Renames a passkey",
		description: "To tell devices apart.",
		body: z.object({ id, name: z.string().trim().min(1).max(100) }),
		response: z.looseObject({ passkey: Passkey }),
		refusals: { 403: ["YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY"], 404: ["PASSKEY_NOT_FOUND"] },
	}),
	account("post", "/passkey/delete-passkey", {
		summary: "Removes a passkey",
		description: "The sign-in must be within 10 minutes.",
		audit: "user.passkey-remove",
		body: z.object({ id }),
		response: Status,
		refusals: {
			403: [...UNPROVED, "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY"],
			404: ["PASSKEY_NOT_FOUND"],
		},
	}),
];
