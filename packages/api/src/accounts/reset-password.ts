import { z } from "zod";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";
import { newPassword } from "../http/typed-fields.ts";
import { hashPassword } from "./password-hash.ts";
import { setPassword } from "./set-password.ts";

/** What the form behind the mail's link sends. */
export const PasswordReset = z.object({
	token: z.string().min(1),
	newPassword,
});

/**
 * The auth library uses the token up, sets the password and ends the sessions one after the other, and a process
 * that dies between them leaves sessions that outlive the password they were opened with. Here it is one transaction.
 * @returns the address of the account; undefined for a token that is not good, or not any more
 */
export const resetPassword = async (
	database: Database,
	{ token, newPassword }: z.output<typeof PasswordReset>,
): Promise<string | undefined> => {
	// As the library keeps it: the database has no token that opens an account.
	const identifier = hashOfToken(`reset-password:${token}`);
	const known = await database
		.selectFrom("verification")
		.select("id")
		.where("identifier", "=", identifier)
		.executeTakeFirst();
	// Hashing is made to be slow: whoever guesses at tokens shall not have it done.
	if (!known) return undefined;
	const passwordHash = await hashPassword(newPassword);
	return database.transaction().execute(async (transaction) => {
		const used = await transaction
			.deleteFrom("verification")
			.where("identifier", "=", identifier)
			.returning(["value", "expiresAt"])
			.executeTakeFirst();
		if (!used || used.expiresAt < new Date()) return undefined;
		const user = await transaction
			.selectFrom("user")
			.select(["id", "email"])
			.where("id", "=", used.value)
			.executeTakeFirst();
		if (!user) return undefined;
		await setPassword(transaction, user, {
			passwordHash,
			caller: { via: "mail", user },
			target: "/api/auth/reset-password",
		});
		return user.email;
	});
};
