import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { passwordStateOf } from "../accounts/generated-password.ts";
import { hashPassword, passwordHashOf, verifyPassword } from "../accounts/passwords.ts";
import { voidLinks } from "../accounts/void-links.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { onUniqueViolation } from "../database/unique-violation.ts";

const refused = (code: string, message: string) => new APIError("BAD_REQUEST", { code, message });

const useProvider = () =>
	new APIError("FORBIDDEN", {
		code: "USE_PROVIDER",
		message: "The account has no password: it signs in with its provider",
	});

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
				const state = await passwordStateOf(database, user.id);
				return context.json({
					hasPassword: state === "known",
					canChoosePassword: state === "generated",
				});
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
				const state = await passwordStateOf(database, user.id);
				if (state === "none") throw useProvider();
				if (state === "known")
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
				const state = await passwordStateOf(database, userId);
				if (state === "none") throw useProvider();
				const hash = await passwordHashOf(database, userId);
				const isProved =
					state === "generated" ||
					(await verifyPassword({ hash, password: context.body.password ?? "" }));
				if (!isProved) throw refused("INVALID_PASSWORD", "The password is incorrect");
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
				// Links in mails to the old address would still set the password.
				await voidLinks(database, userId);
				return context.json({ status: true });
			},
		),
	},
});
