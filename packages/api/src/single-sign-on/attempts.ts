import { randomBytes } from "node:crypto";
import { z } from "zod";
import { deleteExpired, keepOnce, takeOnce } from "../accounts/one-time-value.ts";
import type { Database } from "../database/schema.ts";
import { openSecret, sealSecret } from "../destinations/sealed-secret.ts";
import type { Expected } from "./oidc-client.ts";

const VALID_MS = 10 * 60_000;
const TOKEN_BYTES = 32;

const random = () => randomBytes(TOKEN_BYTES).toString("base64url");

const Stored = z.object({
	providerId: z.string(),
	nonce: z.string(),
	codeVerifier: z.string(),
	to: z.string(),
	linksUser: z.string().optional(),
});

/** A sign-in with a provider that began in some browser. */
export interface Attempt extends Expected {
	providerId: string;
	/** The page to return to. */
	to: string;
	/** The person who asked to link their account to the provider. */
	linksUser?: string | undefined;
}

/** Begins a sign-in; it can be finished once, within ten minutes. */
export const beginAttempt = async (
	database: Database,
	secret: string,
	begun: Pick<Attempt, "providerId" | "to" | "linksUser">,
): Promise<Attempt> => {
	const attempt = { ...begun, nonce: random(), codeVerifier: random() };
	const state = random();
	const value = sealSecret(JSON.stringify(attempt), secret);
	await deleteExpired(database);
	await keepOnce(database, ["oidc-attempt", state], { value, validMs: VALID_MS });
	return { ...attempt, state };
};

/** Takes the sign-in that has this state; undefined for one that is unknown, finished or too old. */
export const takeAttempt = async (
	database: Database,
	secret: string,
	state: string,
): Promise<Attempt | undefined> => {
	const taken = await takeOnce(database, ["oidc-attempt", state]);
	const opened = taken && !taken.isExpired ? openSecret(taken.value, secret) : undefined;
	if (opened === undefined) return undefined;
	return { ...Stored.parse(JSON.parse(opened)), state };
};
