import { randomUUID } from "node:crypto";
import type { Database } from "../database/schema.ts";

interface NewAccount {
	/** In the form of `normalisedEmail`. */
	email: string;
	name: string;
	passwordHash: string;
	isVerified?: boolean;
}

/**
 * Creates an account; call it inside a transaction, so that there is never a user without a password.
 * @returns the user's id
 */
export const insertAccount = async (
	database: Database,
	{ email, name, passwordHash, isVerified = false }: NewAccount,
): Promise<string> => {
	const userId = randomUUID();
	await database
		.insertInto("user")
		.values({ id: userId, name, email, emailVerified: isVerified })
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
