import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";

const nameOf = (userId: string) => `generated password of ${userId}`;

/**
 * Records that a person's password was generated, and that they may never have seen it. It holds for as long as the
 * stored password stays the same.
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

/** Call when a person signed in with their password: from then on they have one that they know. */
export const forgetGeneratedPassword = async (
	database: Database,
	userId: string,
): Promise<void> => {
	await database.deleteFrom("instance").where("name", "=", nameOf(userId)).execute();
};

/** Whether a person still has a generated password. */
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
