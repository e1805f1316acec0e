import { answerOf, client } from "./client.ts";
import { forgetAll } from "./query-cache.ts";
import { type Report, useReport } from "./use-report.ts";

/**
 * Sets a new password with the token from an e-mail, and ends all sessions of the account.
 * @throws RequestFailure 400 for a token that is used, expired or unknown, and for a password that is too short
 */
export const setNewPassword = async (token: string, newPassword: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/reset-password", { body: { token, newPassword } }));
	await forgetAll();
};

/** An invitation to the signed-in person. */
export interface OwnInvitation {
	organization: string | undefined;
	role: string | undefined;
	invitedBy: string | undefined;
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** The invitation of an e-mail's token; fails if it is not open or is for another person. */
export const useInvitation = (token: string, isOff: boolean): Report<OwnInvitation> =>
	useReport({
		key: ["invitation", token],
		isOff,
		keepsPrevious: false,
		fetch: async (signal) => {
			const found: Record<string, unknown> = await answerOf(
				client.GET("/api/auth/organization/get-invitation", {
					params: { query: { id: token } },
					signal,
				}),
			);
			return {
				organization: textOf(found["organizationName"]),
				role: textOf(found["role"]),
				invitedBy: textOf(found["inviterEmail"]),
			};
		},
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
