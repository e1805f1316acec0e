import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { newPassword } from "../http/typed-fields.ts";
import { storedToken, takeOnce } from "./one-time-value.ts";
import { hashPassword, setPassword } from "./passwords.ts";

/** The request sent by the link in a mail. */
export const PasswordReset = z.object({ token: z.string().min(1), newPassword });

/**
 * Consumes a token, sets the password and ends the sessions in one transaction. The auth library does this in separate
 * steps, and a crash between them leaves sessions that outlive their password.
 * @returns the account's address; undefined for an invalid or expired token
 */
export const resetPassword = async (
	database: Database,
	{ token, newPassword }: z.output<typeof PasswordReset>,
): Promise<string | undefined> => {
	const known = await database
		.selectFrom("verification")
		.select("id")
		.where("identifier", "=", storedToken("reset-password", token))
		.executeTakeFirst();
	// Hashing is slow by design: guessed tokens must not cause it.
	if (!known) return undefined;
	const passwordHash = await hashPassword(newPassword);
	return database.transaction().execute(async (transaction) => {
		const taken = await takeOnce(transaction, ["reset-password", token]);
		if (!taken || taken.isExpired) return undefined;
		const user = await transaction
			.selectFrom("user")
			.select(["id", "email"])
			.where("id", "=", taken.value)
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
