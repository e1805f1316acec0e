import { answerOf, client } from "./client.ts";
import { forgetAll, invalidate } from "./query-client.ts";
import { sessionEnd } from "./session-end.ts";
import { type Report, useReport } from "./use-report.ts";

const SESSION_KEY = ["session"];

/** The signed-in person. */
export interface SignedIn {
	id: string;
	name: string;
	email: string;
}

/** Who was signed in last, until they sign out. */
let known: SignedIn | undefined;

/** A session that ends while a page is open leaves the page as it is, which then says so. */
const fetchSession = async (signal: AbortSignal): Promise<SignedIn | null> => {
	const found = await answerOf(client.GET("/api/auth/get-session", { signal }));
	if (found) {
		known = { id: found.user.id, name: found.user.name, email: found.user.email };
		sessionEnd.clear();
	} else if (known) sessionEnd.note();
	return known ?? null;
};

/** Begins anew: for another person, or nobody. */
const forget = async (): Promise<void> => {
	known = undefined;
	sessionEnd.clear();
	await forgetAll();
};

/** A query of whoever is signed in was refused: their session has ended. @returns whether anybody was signed in */
export const noteRefusal = (): boolean => {
	if (known) sessionEnd.note();
	return known !== undefined;
};

/** Who is signed in; null for nobody. */
export const useSession = (): Report<SignedIn | null> =>
	useReport({ key: SESSION_KEY, fetch: fetchSession, keepsPrevious: false });

/** @throws RequestFailure 401 for a wrong password, 429 with seconds to wait */
export const signIn = async (email: string, password: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/sign-in/email", { body: { email, password } }));
	await forget();
};

export const signOut = async (): Promise<void> => {
	await answerOf(client.POST("/api/auth/sign-out"));
	await forget();
};

/** Has a mail sent with which the password can be set anew. */
export const requestPasswordReset = async (email: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/request-password-reset", { body: { email } }));
};

/**
 * Swaps the token of a printed link for a session. A token works once.
 * @throws RequestFailure for a token that is used, late or unknown
 */
export const signInWithLink = async (token: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/sign-in-link", { body: { token } }));
	await forget();
};

/** After a change of the name or the address. */
export const invalidateSession = (): Promise<void> => invalidate(SESSION_KEY);
