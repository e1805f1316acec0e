import type { GenericEndpointContext } from "@better-auth/core";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { z } from "zod";
import { passwordStateOf } from "../accounts/generated-password.ts";
import { PasswordReset, resetPassword } from "../accounts/reset-password.ts";
import { onceCommitted } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { firstFactorOf } from "../second-factor/first-factor.ts";
import { digestOfRecoveryCode } from "../second-factor/recovery-code-store.ts";
import { requireVerifiedApp } from "../second-factor/require-verified-app.ts";
import { claimGivenCode } from "./claim-given-code.ts";

const Body = z.record(z.string(), z.unknown()).catch({});

/** The library needs a key's kind, but its clients only know the key's id. */
const withKeyKind = async (database: Database, body: Record<string, unknown>) => {
	const { keyId } = body;
	if (typeof keyId !== "string") return undefined;
	const key = await database
		.selectFrom("apikey")
		.select("configId")
		.where("id", "=", keyId)
		.executeTakeFirst();
	return key && { context: { body: { ...body, configId: key.configId } } };
};

/**
 * The library asks every account that has a password for it; nobody knows a generated one. Their handlers ask for a
 * recent sign-in instead.
 */
const withoutGeneratedPassword = async (database: Database, endpoint: GenericEndpointContext) => {
	const session = await getSessionFromCtx(endpoint);
	if (!session || (await passwordStateOf(database, session.user.id)) !== "generated")
		return undefined;
	const findCredentialAccount = async () => null;
	return { context: { context: { internalAdapter: { findCredentialAccount } } } };
};

/**
 * Runs before or instead of the auth library's handling of a path. Malformed requests are left to the library, which
 * refuses them.
 */
export const createBeforeAuth = ({
	database,
	secret,
	onPasswordReset,
}: {
	database: Database;
	secret: string;
	/** Called with the address of an account whose password was reset through a mail. */
	onPasswordReset: (email: string) => void;
}) =>
	createAuthMiddleware(async (context) => {
		const body = Body.parse(context.body);
		switch (context.path) {
			case "/api-key/update":
			case "/api-key/delete":
				return withKeyKind(database, body);
			case "/two-factor/enable":
			case "/two-factor/disable":
			case "/two-factor/generate-backup-codes":
				return withoutGeneratedPassword(database, context);
			case "/two-factor/verify-totp":
				if (typeof body["code"] === "string") await claimGivenCode(database, context, body["code"]);
				return undefined;
			case "/two-factor/verify-backup-code": {
				const { code } = body;
				if (typeof code !== "string") return undefined;
				const { userId } = await firstFactorOf(context);
				if (userId !== undefined) await requireVerifiedApp(database, userId);
				return { context: { body: { ...body, code: digestOfRecoveryCode(secret, code) } } };
			}
			case "/reset-password": {
				const token = body["token"] || context.query?.["token"];
				const reset = PasswordReset.safeParse({ ...body, token });
				if (!reset.success) return undefined;
				const email = await resetPassword(database, reset.data);
				if (email === undefined)
					throw new APIError("BAD_REQUEST", { code: "INVALID_TOKEN", message: "Invalid token" });
				await onceCommitted(async () => onPasswordReset(email));
				return context.json({ status: true });
			}
			default:
				return undefined;
		}
	});
