import { randomBytes, randomUUID } from "node:crypto";
import { onceCommitted } from "../database/atomically.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";
import { type Mailer, verificationMail } from "./mail.ts";

const VALID_MS = 24 * 60 * 60 * 1000;

const identifierOf = (token: string) => hashOfToken(`verify-email:${token}`);

/**
 * Mails a link that proves a person's address; a change of the address or the password voids it. Does nothing when no
 * mail is delivered.
 */
export const sendVerification = async (
	{
		database,
		mailer,
		baseUrl,
	}: { database: Database; mailer: Mailer; baseUrl: string | undefined },
	user: { id: string; email: string },
): Promise<void> => {
	if (!mailer.delivers) return;
	const token = randomBytes(24).toString("base64url");
	await database
		.insertInto("verification")
		.values({
			id: randomUUID(),
			identifier: identifierOf(token),
			value: user.id,
			expiresAt: new Date(Date.now() + VALID_MS),
		})
		.execute();
	await onceCommitted(() => mailer.send(verificationMail(baseUrl, { to: user.email, token })));
};

/** Consumes a mailed token and marks the address as verified. @returns whether the token was valid */
export const verifyEmail = async (database: Database, token: string): Promise<boolean> => {
	const used = await database
		.deleteFrom("verification")
		.where("identifier", "=", identifierOf(token))
		.where("expiresAt", ">", new Date())
		.returning("value")
		.executeTakeFirst();
	if (!used) return false;
	await markVerified(database, used.value);
	return true;
};

/** Marks a person's address as theirs. */
export const markVerified = async (database: Database, userId: string): Promise<void> => {
	await database
		.updateTable("user")
		.set({ emailVerified: true, updatedAt: new Date() })
		.where("id", "=", userId)
		.execute();
};
