import { z } from "zod";
import {
	isBlank,
	LENGTHS,
	PASSWORD_LENGTH,
	newPassword as typedNewPassword,
	webUrl,
} from "../http/typed-fields.ts";
import { AuthSession, AuthUser, CurrentSession, Done, Status } from "./auth-models.ts";
import { type AuthOperation, createOperation, email, id } from "./auth-operation.ts";

const password = z.string().max(1024);
/** The library checks its length itself, with its own codes. */
const newPassword = password
	.refine((text) => !isBlank(text), "must not be blank")
	.meta({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max });
/** The address of an existing account: any to which mail can be sent. */
const typedEmail = z
	.string()
	.trim()
	.pipe(z.email("email must be an e-mail address").max(LENGTHS.email));
const name = z.string().max(LENGTHS.name);
const image = webUrl.nullish();
/** Where the library redirects a client; only to this server's own pages. */
const returnTo = z.string().max(LENGTHS.url).optional();

const PASSWORD_REFUSALS = ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG"];

const visitor = createOperation("Accounts", "anyone");
const account = createOperation("Accounts", "session", { withoutFactor: true });

const SignedIn = z
	.looseObject({ redirect: z.boolean(), token: z.string(), user: AuthUser })
	.meta({ component: "SignedIn" });
/** The answer to a right password, or a link, of an account with a second factor. */
const FactorAsked = z
	.looseObject({
		twoFactorRedirect: z.literal(true),
		twoFactorMethods: z
			.array(z.enum(["totp", "passkey"]))
			.describe("Next, call `two-factor/verify-totp` or sign in with a passkey"),
	})
	.meta({ component: "SecondFactorAsked" });

/** Accounts and sessions. */
export const accountOperations: readonly AuthOperation[] = [
	visitor("post", "/sign-up/email", {
		summary: "Creates an account and signs in",
		description:
			"Closed unless the server has `ALLOW_SIGNUP=true`; an invitation opens it for one account. If mail is set up, a verification link is sent to the address.",
		body: z.object({
			email,
			password: newPassword,
			name,
			image,
			callbackURL: returnTo,
			rememberMe: z.boolean().optional(),
			invitationId: id.optional().meta({
				description: "The token of an invitation to this address; also accepts the invitation.",
			}),
		}),
		response: z
			.looseObject({ token: z.string().nullable(), user: AuthUser })
			.meta({ component: "TokenAndUser" }),
		refusals: {
			400: [
				"EMAIL_PASSWORD_SIGN_UP_DISABLED",
				"INVITATION_NOT_FOUND",
				"INVALID_EMAIL",
				...PASSWORD_REFUSALS,
			],
			403: ["YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"],
			422: ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "FAILED_TO_CREATE_USER"],
		},
	}),
	visitor("post", "/sign-in/email", {
		summary: "Signs in: sets the session cookie",
		description:
			"After five failed attempts at an account, an IP address has to wait longer and longer before it may try that account again (429); other addresses can still sign in. While failed attempts at an account come from many addresses, responses to all attempts are delayed by up to five seconds.",
		body: z.object({
			email,
			password,
			callbackURL: returnTo,
			rememberMe: z.boolean().optional(),
		}),
		response: z.union([SignedIn, FactorAsked]),
		refusals: {
			400: ["INVALID_EMAIL"],
			401: ["INVALID_EMAIL_OR_PASSWORD"],
			403: ["INVALID_CALLBACK_URL", "USE_PROVIDER", "PASSWORD_SIGN_IN_OFF"],
		},
	}),
	visitor("post", "/sign-in-link", {
		summary: "Signs in with the token of a sign-in link: sets the session cookie",
		description:
			"`npm start` prints a link until somebody has signed in, and `footfall admin sign-in-link` prints another: `/welcome#TOKEN`. A token works once, within 15 minutes.",
		body: z.object({ token: id }),
		response: z.union([SignedIn, FactorAsked]),
		refusals: { 401: ["SIGN_IN_LINK_INVALID", "SIGN_IN_LINK_EXPIRED"] },
	}),
	visitor("post", "/sign-out", {
		summary: "Ends the session",
		description: "The cookie is no longer valid, also if somebody copied it.",
		response: Done,
	}),
	visitor("get", "/get-session", {
		summary: "The signed-in user, or null",
		description: "To find out who is signed in without a refusal.",
		response: CurrentSession.nullable(),
	}),
	visitor("post", "/request-password-reset", {
		summary: "Sends a mail for setting a new password",
		description: "Succeeds for every address, so that it tells nobody who has an account.",
		body: z.object({ email, redirectTo: returnTo }),
		response: Status,
		refusals: { 403: ["INVALID_REDIRECT_URL"] },
	}),
	visitor("post", "/reset-password", {
		summary: "Sets the password with the token from the mail, and ends all sessions",
		description: "Refused if the token was used or has expired: request another mail.",
		query: z.object({ token: id.optional() }),
		body: z.object({ newPassword, token: id.optional() }),
		response: Status,
		refusals: { 400: ["INVALID_TOKEN", ...PASSWORD_REFUSALS] },
	}),
	visitor("post", "/verify-email", {
		summary: "Verifies an address with the token from the mail that was sent to it",
		description: "Refused if the token was used or has expired.",
		body: z.object({ token: id }),
		response: Status,
		refusals: { 400: ["INVALID_TOKEN"] },
	}),
	account("post", "/send-verification-email", {
		summary: "Sends the mail that verifies the caller's address again",
		description: "For somebody who did not get the first one.",
		response: Status,
		refusals: { 400: ["MAIL_NOT_SET_UP"] },
	}),
	account("post", "/change-password", {
		summary: "Changes the password",
		description: "Needs the current one. `revokeOtherSessions` signs out everywhere else.",
		audit: "user.password",
		body: z.object({
			currentPassword: password,
			newPassword,
			revokeOtherSessions: z.boolean().optional(),
		}),
		response: z
			.looseObject({ token: z.string().nullable(), user: AuthUser })
			.meta({ component: "TokenAndUser" }),
		refusals: { 400: ["INVALID_PASSWORD", ...PASSWORD_REFUSALS] },
	}),
	account("get", "/get-account", {
		summary: "Whether the caller has chosen a password",
		description:
			"Accounts that started with a sign-in link have none that their owner knows, those of a provider have none at all.",
		response: z.looseObject({
			hasPassword: z.boolean(),
			canChoosePassword: z.boolean().describe("Whether `set-first-password` sets one"),
		}),
	}),
	account("post", "/set-first-password", {
		summary:
			"Sets a first password for an account whose owner never chose one, and ends its other sessions",
		description:
			"After signing in with a link, for an account that never signed in with a password.",
		audit: "user.password",
		body: z.object({ newPassword: typedNewPassword }),
		response: Status,
		refusals: { 400: ["PASSWORD_ALREADY_SET"], 403: ["USE_PROVIDER"] },
	}),
	account("post", "/update-email", {
		summary: "Changes the caller's e-mail address, which is used to sign in",
		description:
			"Requires the password, unless none was ever chosen; not for an account without one, whose address its provider gave. Links that were sent to the old address no longer work; the old address is notified, and the new one has to be verified.",
		audit: "user.email",
		body: z.object({ email: typedEmail, password: password.optional() }),
		response: Status,
		refusals: { 400: ["INVALID_PASSWORD", "EMAIL_ALREADY_USED"], 403: ["USE_PROVIDER"] },
	}),
	account("post", "/update-user", {
		summary: "Changes the caller's name or picture",
		description: "Absent fields stay as they are.",
		body: z.object({ name: name.optional(), image }),
		response: Status,
	}),
	account("get", "/list-sessions", {
		summary: "The caller's sessions",
		description: "Where the account is signed in, to spot and end what is not one's own.",
		response: z.array(AuthSession),
	}),
	account("post", "/revoke-session", {
		summary: "Ends one of the caller's sessions",
		description: "By its `token` in `list-sessions`.",
		body: z.object({ token: id }),
		response: Status,
	}),
	account("post", "/revoke-sessions", {
		summary: "Ends all of the caller's sessions",
		description: "The one that asks included.",
		response: Status,
	}),
	account("post", "/revoke-other-sessions", {
		summary: "Ends the caller's other sessions",
		description: "The one that asks stays signed in.",
		response: Status,
	}),
];
