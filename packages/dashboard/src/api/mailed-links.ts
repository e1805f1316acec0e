import { answerOf, client } from "./client.ts";
import { forgetAll } from "./query-cache.ts";
import type { paths } from "./schema.ts";
import { type Report, useReport } from "./use-report.ts";

/**
 * Sets a new password with the token from an e-mail, and ends all sessions of the account.
 * @throws RequestFailure 400 for a token that is used, expired or unknown, and for a password that is too short
 */
export const setNewPassword = async (token: string, newPassword: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/reset-password", { body: { token, newPassword } }));
	await forgetAll();
};

/** What the invitation of a link offers, and to whom. */
export type ReadInvitation =
	paths["/api/auth/organization/read-invitation"]["post"]["responses"][200]["content"]["application/json"];

/** The invitation of a link's token, whoever is signed in; fails with the reason if it is not open. */
export const useInvitation = (token: string, isOff: boolean): Report<ReadInvitation> =>
	useReport({
		key: ["invitation", token],
		isOff,
		keepsPrevious: false,
		fetch: (signal) =>
			answerOf(client.POST("/api/auth/organization/read-invitation", { body: { token }, signal })),
	});

/** @throws RequestFailure 400 for an invitation that is not open, 403 for another person's */
export const acceptInvitation = async (invitationId: string): Promise<void> => {
	await answerOf(
		client.POST("/api/auth/organization/accept-invitation", { body: { invitationId } }),
	);
	await forgetAll();
};

/**
 * Verifies an e-mail address with the token from an e-mail.
 * @throws RequestFailure 400 for a token that is used, expired or unknown
 */
export const verifyEmail = async (token: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/verify-email", { body: { token } }));
	await forgetAll();
};

/**
 * Confirms the address of a mail channel with the token from an e-mail.
 * @throws RequestFailure 400 for a token that is used, expired or unknown
 */
export const confirmChannel = (token: string) =>
	answerOf(client.POST("/api/channels/confirm", { body: { token } }));

/** Creates an account and signs in. @throws RequestFailure 400 if sign-up is closed, 422 if the e-mail address is taken */
export const signUp = async (fields: {
	name: string;
	email: string;
	password: string;
	/** The token of an invitation that the new account accepts at once. */
	invitationId?: string;
}): Promise<void> => {
	await answerOf(client.POST("/api/auth/sign-up/email", { body: fields }));
	await forgetAll();
};
