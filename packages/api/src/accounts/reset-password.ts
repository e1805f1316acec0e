import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { PASSWORD_LENGTH } from "./create-account.ts";
import { setPassword } from "./set-password.ts";

/** What the form behind the mail's link sends. */
export const PasswordReset = z.object({
	token: z.string().min(1),
	newPassword: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
});

/**
 * The auth library uses the token up, sets the password and ends the sessions one after the other, and a process
 * that dies between them leaves sessions that outlive the password they were opened with. Here it is one transaction.
 * @returns whether the token was good; a token is so once
 */
export const resetPassword = async (
	database: Database,
	{ token, newPassword }: z.output<typeof PasswordReset>,
): Promise<boolean> => {
	const identifier = `reset-password:${token}`;
	const known = await database
		.selectFrom("verification")
		.select("id")
		.where("identifier", "=", identifier)
		.executeTakeFirst();
	// Hashing is made to be slow: whoever guesses at tokens shall not have it done.
	if (!known) return false;
	const passwordHash = await hashPassword(newPassword);
	return database.transaction().execute(async (transaction) => {
		const used = await transaction
			.deleteFrom("verification")
			.where("identifier", "=", identifier)
			.returning(["value", "expiresAt"])
			.executeTakeFirst();
		if (!used || used.expiresAt < new Date()) return false;
		const user = await transaction
			.selectFrom("user")
			.select(["id", "email"])
			.where("id", "=", used.value)
			.executeTakeFirst();
		if (!user) return false;
		await setPassword(transaction, user, {
			passwordHash,
			caller: { via: "mail", user },
			target: "/api/auth/reset-password",
		});
		return true;
	});
};
