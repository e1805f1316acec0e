import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { verifyPassword } from "better-auth/crypto";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { PASSWORD_LENGTH } from "./create-account.ts";
import { PasswordReset, resetPassword } from "./reset-password.ts";

const Body = z.record(z.string(), z.unknown()).catch({});

/** The library wants to be told a key's kind, its clients only know the key's id. */
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

const PasswordChange = z.object({
	currentPassword: z.string(),
	newPassword: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
	revokeOtherSessions: z.literal(true),
});

/**
 * The library sets the password and then ends the sessions, and a process that dies in between leaves sessions that
 * outlive the password they were opened with. So the other ones end before a change that is going to be made.
 */
const endOtherSessions = async (
	database: Database,
	{ user, session }: { user: { id: string }; session: { id: string } },
	{ currentPassword }: z.output<typeof PasswordChange>,
) => {
	const account = await database
		.selectFrom("account")
		.select("password")
		.where("userId", "=", user.id)
		.where("providerId", "=", "credential")
		.executeTakeFirst();
	if (!account?.password) return;
	if (!(await verifyPassword({ hash: account.password, password: currentPassword }))) return;
	await database
		.deleteFrom("session")
		.where("userId", "=", user.id)
		.where("id", "!=", session.id)
		.execute();
};

/**
 * What is done before, or instead of, the auth library's own work on a path. What is not well-formed is left to the
 * library, which refuses it.
 */
export const beforeAuth = (database: Database) =>
	createAuthMiddleware(async (context) => {
		const body = Body.parse(context.body);
		switch (context.path) {
			case "/api-key/update":
			case "/api-key/delete":
				return withKeyKind(database, body);
			case "/reset-password": {
				const token = body["token"] || context.query?.["token"];
				const reset = PasswordReset.safeParse({ ...body, token });
				if (!reset.success) return undefined;
				if (await resetPassword(database, reset.data)) return context.json({ status: true });
				throw new APIError("BAD_REQUEST", { code: "INVALID_TOKEN", message: "Invalid token" });
			}
			case "/change-password": {
				const change = PasswordChange.safeParse(body);
				const session = change.success ? await getSessionFromCtx(context) : null;
				if (change.success && session) await endOtherSessions(database, session, change.data);
				return undefined;
			}
			default:
				return undefined;
		}
	});
