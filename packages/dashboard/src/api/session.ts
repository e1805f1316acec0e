import { answerOf, client, postJson } from "./client.ts";
import { forgetAll } from "./query-client.ts";
import { type Report, useReport } from "./use-report.ts";

const SESSION_KEY = ["session"];

/** The signed-in person. */
export interface SignedIn {
	id: string;
	name: string;
	email: string;
}

const askSession = async (signal: AbortSignal): Promise<SignedIn | null> => {
	const found = await answerOf(client.GET("/api/auth/get-session", { signal }));
	return found && { id: found.user.id, name: found.user.name, email: found.user.email };
};

/** Who is signed in; null for nobody. */
export const useSession = (): Report<SignedIn | null> =>
	useReport({ key: SESSION_KEY, ask: askSession, keepsPrevious: false });

/** @throws RequestFailure 401 for a wrong password, 429 with seconds to wait */
export const signIn = async (email: string, password: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/sign-in/email", { body: { email, password } }));
	await forgetAll();
};

export const signOut = async (): Promise<void> => {
	await answerOf(client.POST("/api/auth/sign-out"));
	await forgetAll();
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
	await answerOf(postJson("/api/auth/sign-in-link", { token }));
	await forgetAll();
};
