import { hashOfToken } from "../database/hash-of-token.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { passwordHashOf } from "./passwords.ts";

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

/** Call when somebody gave the password of an address: from then on that person has one that they know. */
export const forgetGeneratedPassword = async (database: Database, email: string): Promise<void> => {
	const person = await database
		.selectFrom("user")
		.select("id")
		.where("email", "=", normalisedEmail(email))
		.executeTakeFirst();
	if (person) await database.deleteFrom("instance").where("name", "=", nameOf(person.id)).execute();
};

/**
 * Which password a person has: `none` beside a provider, a `generated` one that they may never have seen, so that their
 * sessions began with a sign-in link, or a `known` one.
 */
export const passwordStateOf = async (
	database: Database,
	userId: string,
): Promise<"none" | "generated" | "known"> => {
	const hash = await passwordHashOf(database, userId);
	if (hash === "") return "none";
	const generated = await database
		.selectFrom("instance")
		.select("value")
		.where("name", "=", nameOf(userId))
		.executeTakeFirst();
	return generated?.value === hashOfToken(hash) ? "generated" : "known";
};
