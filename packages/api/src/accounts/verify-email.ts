import { randomBytes } from "node:crypto";
import { onceCommitted } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { type Mailer, verificationMail } from "./mail.ts";
import { keepOnce, takeOnce } from "./one-time-value.ts";

const VALID_MS = 24 * 60 * 60 * 1000;

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
	await keepOnce(database, ["verify-email", token], { value: user.id, validMs: VALID_MS });
	await onceCommitted(() => mailer.send(verificationMail(baseUrl, { to: user.email, token })));
};

/** Consumes a mailed token and marks the address as verified. @returns whether the token was valid */
export const verifyEmail = async (database: Database, token: string): Promise<boolean> => {
	const taken = await takeOnce(database, ["verify-email", token]);
	if (!taken || taken.isExpired) return false;
	await markVerified(database, taken.value);
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
