import { randomBytes } from "node:crypto";
import { type Mail, type Mailer, pageAt } from "../accounts/mail.ts";
import { keepOnce, takeOnce } from "../accounts/one-time-value.ts";
import { onceCommitted } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";

const VALID_MS = 24 * 60 * 60 * 1000;
const TOKEN_BYTES = 24;

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
	await keepOnce(database, ["reset-second-factor", token], { value: user.id, validMs: VALID_MS });
	await onceCommitted(() => mailer.send(resetFactorMail(baseUrl, { to: user.email, token })));
};

/** Consumes the token of a mailed link. @returns the person; undefined for a used, unknown or old one */
export const takeResetToken = async (database: Database, token: string) => {
	const taken = await takeOnce(database, ["reset-second-factor", token]);
	if (!taken || taken.isExpired) return undefined;
	return database
		.selectFrom("user")
		.select(["id", "email"])
		.where("id", "=", taken.value)
		.executeTakeFirst();
};
