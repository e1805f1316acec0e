import type { Answer } from "../../../api/answer.ts";
import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { forgetPerson } from "../../../api/session.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { createPasskey, provePasskey } from "./web-authn.ts";

export type SecondFactor = Answer<"/api/user/second-factor">;
export type Passkey = Answer<"/api/auth/passkey/list-user-passkeys">[number];

const FACTOR = ["second-factor"];
const PASSKEYS = ["passkeys"];

export const useSecondFactor = (): Report<SecondFactor> =>
	useReport({
		key: FACTOR,
		fetch: (signal) => answerOf(client.GET("/api/user/second-factor", { signal })),
	});

export const usePasskeys = (): Report<readonly Passkey[]> =>
	useReport({
		key: PASSKEYS,
		fetch: (signal) => answerOf(client.GET("/api/auth/passkey/list-user-passkeys", { signal })),
	});

/** Call after a change of the person's factors. */
export const invalidateFactor = async (): Promise<void> => {
	await Promise.all([invalidate(FACTOR), invalidate(PASSKEYS)]);
};

/** Starts to set up an app. @throws RequestFailure INVALID_PASSWORD */
export const startApp = (password: string) =>
	answerOf(client.POST("/api/auth/two-factor/enable", { body: { password } }));

/** Signs in with a code of the app, or shows that a new app works. @throws RequestFailure 401 for a wrong one */
export const verifyCode = async (code: string, trustDevice = false): Promise<void> => {
	await answerOf(client.POST("/api/auth/two-factor/verify-totp", { body: { code, trustDevice } }));
};

/** Signs in with a recovery code. @throws RequestFailure 401 for a wrong one */
export const verifyRecoveryCode = async (code: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/two-factor/verify-backup-code", { body: { code } }));
};

/** Renews the session of a person with one of their passkeys. @throws DOMException when the person cancels */
export const confirmWithPasskey = async (): Promise<void> => {
	const options = await answerOf(client.GET("/api/auth/passkey/generate-authenticate-options"));
	const response = await provePasskey(options);
	await answerOf(client.POST("/api/auth/passkey/verify-authentication", { body: { response } }));
};

/** Signs in with a passkey. @throws DOMException when the person cancels */
export const signInWithPasskey = async (): Promise<void> => {
	await confirmWithPasskey();
	await forgetPerson();
};

/** @throws RequestFailure SESSION_NOT_FRESH, DOMException when the person cancels */
export const addPasskey = async (name: string): Promise<void> => {
	const options = await answerOf(client.GET("/api/auth/passkey/generate-register-options"));
	const response = await createPasskey(options);
	await answerOf(
		client.POST("/api/auth/passkey/verify-registration", { body: { response, name } }),
	);
	await invalidateFactor();
};

/** @throws RequestFailure SESSION_NOT_FRESH */
export const removePasskey = async (id: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/passkey/delete-passkey", { body: { id } }));
	await invalidateFactor();
};

/** Renews the session, for changes that need a recent sign-in. @throws RequestFailure INVALID_PASSWORD or INVALID_CODE */
export const confirmIdentity = async (
	method: "password" | "code",
	value: string,
): Promise<void> => {
	await answerOf(client.POST("/api/auth/confirm-identity", { body: { method, value } }));
};

/** @throws RequestFailure INVALID_PASSWORD */
export const removeApp = async (password: string): Promise<void> => {
	await answerOf(client.POST("/api/auth/two-factor/disable", { body: { password } }));
	await invalidateFactor();
};

/** Makes new recovery codes; the old ones end. @throws RequestFailure INVALID_PASSWORD */
export const newRecoveryCodes = async (password: string): Promise<readonly string[]> => {
	const body = { password };
	return (await answerOf(client.POST("/api/auth/two-factor/generate-backup-codes", { body })))
		.backupCodes;
};

/** Removes the second factor with the token of a mailed link. @throws RequestFailure INVALID_TOKEN */
export const resetFactor = async (token: string): Promise<void> => {
	await answerOf(client.POST("/api/second-factor/reset", { body: { token } }));
	await forgetPerson();
};
