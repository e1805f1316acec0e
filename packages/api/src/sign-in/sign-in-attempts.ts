import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import { fromNodeHeaders } from "better-auth/node";
import { z } from "zod";
import { type AttemptedAccount, noteSignIn } from "../account-activity/note-sign-in.ts";
import type { ReadClient } from "../account-activity/read-client.ts";
import { personOfSignInToken } from "../accounts/sign-in-link.ts";
import type { SignInOutcome, SignInWay } from "../database/account-activity-tables.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { waitingPerson } from "../second-factor/first-factor.ts";
import type { Auth } from "./auth.ts";
import type { AuthAnswer } from "./auth-answer.ts";

const WAYS: Readonly<Record<string, SignInWay>> = {
	"/api/auth/sign-in/email": "password",
	"/api/auth/sign-in-link": "link",
	"/api/auth/two-factor/verify-totp": "code",
	"/api/auth/two-factor/verify-backup-code": "recovery-code",
	"/api/auth/passkey/verify-authentication": "passkey",
	"/api/auth/sign-up/email": "sign-up",
};

/** Refusals that the history of an account shows; others check nothing that only its owner knows. */
const OUTCOMES: Readonly<Record<string, SignInOutcome>> = {
	INVALID_EMAIL_OR_PASSWORD: "wrong",
	INVALID_CODE: "wrong",
	CODE_ALREADY_USED: "wrong",
	INVALID_BACKUP_CODE: "wrong",
	AUTHENTICATION_FAILED: "wrong",
	SIGN_IN_LINK_EXPIRED: "expired",
	ACCOUNT_TEMPORARILY_LOCKED: "locked",
	TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "locked",
	USE_PROVIDER: "refused",
};

const WithEmail = z.looseObject({ email: z.string() });
const WithToken = z.looseObject({ token: z.string() });
const WithPasskey = z.looseObject({
	response: z.looseObject({ id: z.string().regex(/^[\w-]{1,1024}$/) }),
});
const FactorAsked = z.looseObject({ twoFactorRedirect: z.literal(true) });
const Refusal = z.looseObject({ code: z.string() });

/** A request that tries to sign in to an account. */
export interface OpenAttempt {
	/** Call it in the transaction that opens the session. */
	succeeded(answer: AuthAnswer): Promise<void>;
	/**
	 * Call it after the transaction of the attempt was rolled back, and after its answer was sent: the time until then
	 * must not tell whether there is an account. Never rejects.
	 */
	failed(answer: AuthAnswer): Promise<void>;
}

/** Keeps the history of sign-ins through the auth library. */
export const createSignInAttempts = ({
	database,
	auth,
	readClient,
	logger,
}: {
	database: Database;
	auth: Auth;
	readClient: ReadClient;
	logger: Logger;
}) => {
	/** The person whose sign-in waits for a second factor; undefined for one who is signed in. */
	const waitingAccount = async (
		headers: IncomingHttpHeaders,
	): Promise<AttemptedAccount | undefined> => {
		if (await auth.api.getSession({ headers: fromNodeHeaders(headers) })) return undefined;
		const userId = await waitingPerson(await auth.$context, headers.cookie);
		return userId === undefined ? undefined : { userId };
	};

	const ownerOfPasskey = async (body: unknown): Promise<AttemptedAccount | undefined> => {
		const credentialID = WithPasskey.safeParse(body).data?.response.id;
		if (credentialID === undefined) return undefined;
		return database
			.selectFrom("passkey")
			.select("userId")
			.where("credentialID", "=", credentialID)
			.executeTakeFirst();
	};

	const accountOf = async (
		way: SignInWay,
		body: unknown,
		headers: IncomingHttpHeaders,
	): Promise<AttemptedAccount | undefined> => {
		switch (way) {
			case "link": {
				const token = WithToken.safeParse(body).data?.token;
				return token === undefined ? undefined : personOfSignInToken(database, token);
			}
			case "code":
			case "recovery-code":
				return waitingAccount(headers);
			case "passkey":
				return ownerOfPasskey(body);
			default: {
				const email = WithEmail.safeParse(body).data?.email;
				return email === undefined ? undefined : { email: normalisedEmail(email) };
			}
		}
	};

	/** @returns undefined for requests that are no attempt to sign in to a known account */
	return async (
		path: string,
		body: unknown,
		request: { headers: IncomingHttpHeaders; address: string },
	): Promise<OpenAttempt | undefined> => {
		const way = WAYS[path];
		const account = way && (await accountOf(way, body, request.headers));
		if (!way || !account) return undefined;
		const note = (outcome: SignInOutcome, detail?: string) =>
			noteSignIn(database, account, { way, outcome, detail, client: readClient(request) });
		return {
			succeeded: async ({ text }) => {
				const isAsked = FactorAsked.safeParse(JSON.parse(text)).success;
				await note(isAsked ? "factor-asked" : "signed-in");
			},
			failed: async ({ text }) => {
				try {
					const code = Refusal.safeParse(JSON.parse(text)).data?.code ?? "";
					const outcome = way === "sign-up" ? undefined : OUTCOMES[code];
					if (outcome) await note(outcome, outcome === "refused" ? code : undefined);
				} catch (err) {
					logger.error({ err }, "A failed sign-in could not be kept in the history of its account");
				}
			},
		};
	};
};
