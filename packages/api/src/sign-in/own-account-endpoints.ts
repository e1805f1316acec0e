import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { hasGeneratedPassword } from "../accounts/generated-password.ts";
import { hashPassword, passwordHashOf, verifyPassword } from "../accounts/passwords.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { onUniqueViolation } from "../database/unique-violation.ts";

const refused = (code: string, message: string) => new APIError("BAD_REQUEST", { code, message });

/** A session of an account without a chosen password began with a sign-in link, so there is no password to ask for. */
const isWithoutPassword = async (database: Database, userId: string): Promise<boolean> => {
	const passwordHash = await passwordHashOf(database, userId);
	return hasGeneratedPassword(database, { userId, passwordHash });
};

/** Links in mails to the old address would still set the password. */
const voidLinks = (database: Database, userId: string) =>
	database.deleteFrom("verification").where("value", "=", userId).execute();

/**
 * Adds what the auth library lacks for accounts that began with a sign-in link: setting a first password, and changing
 * the address.
 */
export const ownAccount = (database: Database) => ({
	id: "own-account" as const,
	endpoints: {
		readAccount: createAuthEndpoint(
			"/get-account",
			{ method: "GET", use: [sessionMiddleware] },
			async (context) => {
				const { user } = context.context.session;
				const canChoosePassword = await isWithoutPassword(database, user.id);
				const hash = await passwordHashOf(database, user.id);
				return context.json({ hasPassword: hash !== "" && !canChoosePassword, canChoosePassword });
			},
		),
		chooseFirstPassword: createAuthEndpoint(
			"/set-first-password",
			{
				method: "POST",
				body: z.object({ newPassword: z.string() }),
				use: [sessionMiddleware],
			},
			async (context) => {
				const { user, session } = context.context.session;
				if ((await passwordHashOf(database, user.id)) === "")
					throw new APIError("FORBIDDEN", {
						code: "USE_PROVIDER",
						message: "The account has no password: it signs in with its provider",
					});
				if (!(await isWithoutPassword(database, user.id)))
					throw refused(
						"PASSWORD_ALREADY_SET",
						"The account already has a password: change it with the current one",
					);
				const password = await hashPassword(context.body.newPassword);
				await database
					.updateTable("account")
					.set({ password, updatedAt: new Date() })
					.where("userId", "=", user.id)
					.where("providerId", "=", "credential")
					.execute();
				await database
					.deleteFrom("session")
					.where("userId", "=", user.id)
					.where("token", "!=", session.token)
					.execute();
				await voidLinks(database, user.id);
				return context.json({ status: true });
			},
		),
		updateEmail: createAuthEndpoint(
			"/update-email",
			{
				method: "POST",
				body: z.object({ email: z.string(), password: z.string().optional() }),
				use: [sessionMiddleware],
			},
			async (context) => {
				const { id: userId, isSystemAdmin } = context.context.session.user;
				const hash = await passwordHashOf(database, userId);
				const isKnown =
					(await hasGeneratedPassword(database, { userId, passwordHash: hash })) ||
					(await verifyPassword({ hash, password: context.body.password ?? "" }));
				if (!isKnown) throw refused("INVALID_PASSWORD", "The password is incorrect");
				await database
					.updateTable("user")
					.set({
						email: normalisedEmail(context.body.email),
						// An administrator who confirms others' addresses has nobody else to confirm their own.
						emailVerified: isSystemAdmin === true,
						updatedAt: new Date(),
					})
					.where("id", "=", userId)
					.execute()
					.catch(
						onUniqueViolation(() =>
							refused("EMAIL_ALREADY_USED", "Another account has this address"),
						),
					);
				await voidLinks(database, userId);
				return context.json({ status: true });
			},
		),
	},
});
