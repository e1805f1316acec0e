import { randomBytes, randomUUID } from "node:crypto";
import { type Mail, type Mailer, pageAt } from "../accounts/mail.ts";
import { onceCommitted } from "../database/atomically.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";

const VALID_MS = 24 * 60 * 60 * 1000;
const TOKEN_BYTES = 24;

const identifierOf = (token: string) => hashOfToken(`reset-second-factor:${token}`);

const resetFactorMail = (
	baseUrl: string | undefined,
	{ to, token }: { to: string; token: string },
): Mail => ({
	to,
	subject: "Remove the second factor of your Footfall account",
	text: [
		"An administrator started this because you cannot use your authenticator app or passkey any more.",
		`To remove them and set up new ones, open this page within a day:\n\n${pageAt(baseUrl, `/account/reset-second-factor#${token}`)}`,
		"You need your password to sign in afterwards. If you did not ask for this, do not open the page, and tell the administrator.",
	].join("\n\n"),
});

/** Mails a link that removes a person's second factor once, within a day. Call it in the transaction of the change. */
export const sendResetLink = async (
	{
		database,
		mailer,
		baseUrl,
	}: { database: Database; mailer: Mailer; baseUrl?: string | undefined },
	user: { id: string; email: string },
): Promise<void> => {
	const token = randomBytes(TOKEN_BYTES).toString("base64url");
	await database
		.insertInto("verification")
		.values({
			id: randomUUID(),
			identifier: identifierOf(token),
			value: user.id,
			expiresAt: new Date(Date.now() + VALID_MS),
		})
		.execute();
	await onceCommitted(() => mailer.send(resetFactorMail(baseUrl, { to: user.email, token })));
};

/** Consumes the token of a mailed link. @returns the person; undefined for a used, unknown or old one */
export const takeResetToken = async (database: Database, token: string) => {
	const used = await database
		.deleteFrom("verification")
		.where("identifier", "=", identifierOf(token))
		.where("expiresAt", ">", new Date())
		.returning("value")
		.executeTakeFirst();
	if (!used) return undefined;
	return database
		.selectFrom("user")
		.select(["id", "email"])
		.where("id", "=", used.value)
		.executeTakeFirst();
};
