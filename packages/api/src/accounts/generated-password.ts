import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";

const nameOf = (userId: string) => `generated password of ${userId}`;

/**
 * Remembers that a person's password is one that the product made up, and may never have been seen by them. It holds for as long as
 * the stored password is this one, however it is changed.
 */
export const rememberGeneratedPassword = async (
	database: Database,
	{ userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> => {
	await database
		.insertInto("instance")
		.values({ name: nameOf(userId), value: hashOfToken(passwordHash) })
		.execute();
};

/** Whether a person has never chosen a password: it is still the generated one. */
export const hasGeneratedPassword = async (
	database: Database,
	{ userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<boolean> => {
	const generated = await database
		.selectFrom("instance")
		.select("value")
		.where("name", "=", nameOf(userId))
		.executeTakeFirst();
	return generated?.value === hashOfToken(passwordHash);
};
