import { randomUUID } from "node:crypto";
import type { Database } from "../database/schema.ts";

/** The form in which addresses are kept and compared. */
export const normalisedEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Makes an account; call it inside a transaction, so that there is never a user without a password.
 * @param account its `email` as `normalisedEmail` writes it
 * @returns the user's id
 */
export const insertAccount = async (
	database: Database,
	{
		email,
		name,
		passwordHash,
		isVerified = false,
	}: { email: string; name: string; passwordHash: string; isVerified?: boolean },
): Promise<string> => {
	const userId = randomUUID();
	await database
		.insertInto("user")
		.values({ id: userId, name, email, emailVerified: isVerified, image: null })
		.execute();
	await database
		.insertInto("account")
		.values({
			id: randomUUID(),
			accountId: userId,
			providerId: "credential",
			userId,
			password: passwordHash,
			updatedAt: new Date(),
		})
		.execute();
	return userId;
};
