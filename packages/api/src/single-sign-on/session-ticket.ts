import { randomBytes } from "node:crypto";
import { z } from "zod";
import { keepOnce, takeOnce } from "../accounts/one-time-value.ts";
import type { Database } from "../database/schema.ts";
import { openSecret, sealSecret } from "../destinations/sealed-secret.ts";

const VALID_MS = 60_000;

const Opened = z.object({
	userId: z.string(),
	providerId: z.string(),
	subject: z.string(),
	accessToken: z.string(),
	refreshToken: z.string().optional(),
	provesSecondFactor: z.boolean(),
});
/** What a session that begins with a provider is made of. */
export type ProviderSession = z.infer<typeof Opened>;

/** Makes a token that opens one session within a minute; it never leaves this process. */
export const issueTicket = async (
	database: Database,
	secret: string,
	session: ProviderSession,
): Promise<string> => {
	const ticket = randomBytes(24).toString("base64url");
	const value = sealSecret(JSON.stringify(session), secret);
	await keepOnce(database, ["provider-session", ticket], { value, validMs: VALID_MS });
	return ticket;
};

/** Takes what a token stands for; undefined for an unknown one. */
export const takeTicket = async (
	database: Database,
	secret: string,
	ticket: string,
): Promise<ProviderSession | undefined> => {
	const taken = await takeOnce(database, ["provider-session", ticket]);
	const opened = taken && !taken.isExpired ? openSecret(taken.value, secret) : undefined;
	return opened === undefined ? undefined : Opened.parse(JSON.parse(opened));
};
