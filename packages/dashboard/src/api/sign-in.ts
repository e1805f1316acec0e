import { answerOf, client } from "./client.ts";
import { forgetPerson } from "./session.ts";

/** Whether the person is signed in, or must still show a second factor. */
export type SignInStep = "done" | "factor";

const stepOf = (answer: object): SignInStep => ("twoFactorRedirect" in answer ? "factor" : "done");

/** @throws RequestFailure 401 for a wrong password, 429 with seconds to wait */
export const signIn = async (email: string, password: string): Promise<SignInStep> => {
	const body = { email, password };
	const step = stepOf(await answerOf(client.POST("/api/auth/sign-in/email", { body })));
	if (step === "done") await forgetPerson();
	return step;
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
	if (step === "done") await forgetPerson();
	return step;
};
