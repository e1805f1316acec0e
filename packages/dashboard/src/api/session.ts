import { answerOf, client } from "./client.ts";
import { forgetAll, invalidate } from "./query-cache.ts";
import { sessionEnd } from "./session-end.ts";
import { type Report, useReport } from "./use-report.ts";

const SESSION_KEY = ["session"];

/** The signed-in person. */
export interface SignedIn {
	id: string;
	name: string;
	email: string;
}

/** The person who was signed in last, until they sign out. */
let known: SignedIn | undefined;

/** When a session ends while a page is open, the page stays and shows a banner. */
const fetchSession = async (signal: AbortSignal): Promise<SignedIn | null> => {
	const found = await answerOf(client.GET("/api/auth/get-session", { signal }));
	if (found) {
		known = { id: found.user.id, name: found.user.name, email: found.user.email };
		sessionEnd.clear();
	} else if (known) sessionEnd.note();
	return known ?? null;
};

/** Clears the cache: for another person, or after signing out. */
const forget = async (): Promise<void> => {
	known = undefined;
	sessionEnd.clear();
	await forgetAll();
};

/**
 * Call when a query of the signed-in person was refused: their session has ended.
 * @returns whether anybody was signed in
 */
export const noteRefusal = (): boolean => {
	if (known) sessionEnd.note();
	return known !== undefined;
};

/** The signed-in person; null when nobody is signed in. */
export const useSession = (): Report<SignedIn | null> =>
	useReport({ key: SESSION_KEY, fetch: fetchSession, keepsPrevious: false });

/** Call after another way of signing in. */
export const forgetPerson = forget;

/** Whether the person is signed in, or must still show a second factor. */
export type SignInStep = "done" | "factor";

const stepOf = (answer: object): SignInStep => ("twoFactorRedirect" in answer ? "factor" : "done");

/** @throws RequestFailure 401 for a wrong password, 429 with seconds to wait */
export const signIn = async (email: string, password: string): Promise<SignInStep> => {
	const body = { email, password };
	const step = stepOf(await answerOf(client.POST("/api/auth/sign-in/email", { body })));
	if (step === "done") await forget();
	return step;
};

export const signOut = async (): Promise<void> => {
	await answerOf(client.POST("/api/auth/sign-out"));
	await forget();
};

/** Requests an e-mail with a link to set a new password. */
export const requestPasswordReset = async (email: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/request-password-reset", { body: { email } }));
};

/**
 * Exchanges the token of a printed link for a session. A token works once.
 * @throws RequestFailure for a token that is used, expired or unknown
 */
export const signInWithLink = async (token: string): Promise<SignInStep> => {
	const step = stepOf(await answerOf(client.POST("/api/auth/sign-in-link", { body: { token } })));
	if (step === "done") await forget();
	return step;
};

/** Call after a change of the name or e-mail address. */
export const invalidateSession = (): Promise<void> => invalidate(SESSION_KEY);
