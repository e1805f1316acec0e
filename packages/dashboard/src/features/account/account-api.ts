import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";
import type { paths } from "../../api/schema.ts";
import { invalidateSession } from "../../api/session.ts";
import { type Report, useReport } from "../../api/use-report.ts";
import { invalidateHasPassword } from "../shared/access/use-has-password.ts";

export type OpenSession =
	paths["/api/auth/list-sessions"]["get"]["responses"][200]["content"]["application/json"][number];

const SESSIONS = ["sessions"];
const VERIFIED = ["verified"];

/** Whether the e-mail address is verified. */
export const useIsVerified = (): Report<boolean> =>
	useReport({
		key: VERIFIED,
		fetch: async (signal) =>
			(await answerOf(client.GET("/api/auth/get-session", { signal })))?.user.emailVerified ?? true,
	});

/** @throws RequestFailure MAIL_NOT_SET_UP where the server sends no mail */
export const sendVerification = async (): Promise<void> => {
	await answerOf(client.POST("/api/auth/send-verification-email"));
};

/** The person's active sessions, this one first. */
export const useSessions = (): Report<readonly (OpenSession & { isThis: boolean })[]> =>
	useReport({
		key: SESSIONS,
		fetch: async (signal) => {
			const [all, present] = await Promise.all([
				answerOf(client.GET("/api/auth/list-sessions", { signal })),
				answerOf(client.GET("/api/auth/get-session", { signal })),
			]);
			return all
				.map((one) => ({ ...one, isThis: one.token === present?.session.token }))
				.sort(
					(one, other) =>
						Number(other.isThis) - Number(one.isThis) ||
						Date.parse(other.updatedAt) - Date.parse(one.updatedAt),
				);
		},
	});

export const changeName = async (name: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/update-user", { body: { name } }));
	await invalidateSession();
};

/** @throws RequestFailure INVALID_PASSWORD, or EMAIL_ALREADY_USED */
export const changeEmail = async (email: string, password: string | undefined): Promise<void> => {
	const body = { email, ...(password !== undefined && { password }) };
	await answerOf(client.POST("/api/auth/update-email", { body }));
	await Promise.all([invalidateSession(), invalidate(VERIFIED)]);
};

export const setFirstPassword = async (newPassword: string): Promise<void> => {
	try {
		await answerOf(client.POST("/api/auth/set-first-password", { body: { newPassword } }));
	} finally {
		// A refusal means that there is one by now.
		await Promise.all([invalidateHasPassword(), invalidate(SESSIONS)]);
	}
};

/** Ends the other sessions. @throws RequestFailure INVALID_PASSWORD */
export const changePassword = async (
	currentPassword: string,
	newPassword: string,
): Promise<void> => {
	await answerOf(
		client.POST("/api/auth/change-password", {
			body: { currentPassword, newPassword, revokeOtherSessions: true },
		}),
	);
	await Promise.all([invalidateHasPassword(), invalidate(SESSIONS)]);
};

export const endSession = async (token: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/revoke-session", { body: { token } }));
	await invalidate(SESSIONS);
};

export const endOtherSessions = async (): Promise<void> => {
	await answerOf(client.POST("/api/auth/revoke-other-sessions"));
	await invalidate(SESSIONS);
};
