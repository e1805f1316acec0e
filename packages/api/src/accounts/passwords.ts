import { randomInt } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import * as scrypt from "better-auth/crypto";
import { type Change, organizationsOfUser, recordChange } from "../audit/record-change.ts";
import type { Database } from "../database/schema.ts";
import { createTaskLimit } from "../http/task-limit.ts";
import { voidLinks } from "./void-links.ts";

/**
 * One limit for the whole process. A hash takes some 60 ms of a core and 32 MB: two at a time leave a machine with two
 * cores room for reports, and 64 waiting are some two seconds of work.
 */
const limited = createTaskLimit({
	atOnce: 2,
	maxWaiting: 64,
	busy: () =>
		new ApiError("UNAVAILABLE", "Too many passwords are being checked", { retryAfter: 2 }),
});

/** Hashes a password slowly, with a salt. @throws ApiError 503 when too many are waiting */
export const hashPassword = (password: string): Promise<string> =>
	limited(() => scrypt.hashPassword(password));

/**
 * Whether a password is the hashed one; none is that of an account without a password, whose hash is "".
 * @throws ApiError 503 when too many are waiting
 */
export const verifyPassword = async (given: { hash: string; password: string }): Promise<boolean> =>
	given.hash !== "" && limited(() => scrypt.verifyPassword(given));

/** The hash of a person's password; "" for an account without one. */
export const passwordHashOf = async (database: Database, userId: string): Promise<string> => {
	const account = await database
		.selectFrom("account")
		.select("password")
		.where("userId", "=", userId)
		.where("providerId", "=", "credential")
		.executeTakeFirst();
	return account?.password ?? "";
};

const GENERATED_LENGTH = 20;
/** Without letters and digits that look alike, so that it is easy to copy by hand. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A generated password, 115 bits strong. */
export const randomPassword = (): string =>
	Array.from({ length: GENERATED_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/**
 * Sets a new password for a person who may not know the old one, ends all their sessions and links, and logs the
 * change. Call it inside a transaction, so that no session outlives its password.
 */
export const setPassword = async (
	database: Database,
	user: { id: string; email: string },
	{ passwordHash, ...change }: { passwordHash: string } & Pick<Change, "caller" | "target">,
): Promise<void> => {
	await database
		.updateTable("account")
		.set({ password: passwordHash, updatedAt: new Date() })
		.where("userId", "=", user.id)
		.where("providerId", "=", "credential")
		.execute();
	await database.deleteFrom("session").where("userId", "=", user.id).execute();
	await voidLinks(database, user.id);
	await recordChange(database, {
		...change,
		action: "user.password",
		organizationIds: await organizationsOfUser(database, user.id),
		body: undefined,
	});
};
