import { randomBytes } from "node:crypto";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";

const VALID_MS = 60_000;
const TOKEN_BYTES = 32;

/** The consent of a person to link their account to a provider. */
interface Linking {
	userId: string;
	providerId: string;
}

const identifierOf = ({ userId }: Linking) => hashOfToken(`oidc-linking:${userId}`);
const consentOf = ({ providerId }: Linking, token: string) => hashOfToken(`${providerId}:${token}`);

/** Keeps a person's consent for a minute; each has one, the last. @returns the token that takes it */
export const keepLinking = async (database: Database, linking: Linking): Promise<string> => {
	const token = randomBytes(TOKEN_BYTES).toString("base64url");
	const identifier = identifierOf(linking);
	const kept = {
		value: consentOf(linking, token),
		expiresAt: new Date(Date.now() + VALID_MS),
	};
	await database
		.insertInto("verification")
		.values({ id: identifier, identifier, ...kept })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(kept))
		.execute();
	return token;
};

/** Takes a consent, once. @returns whether this person gave it for this provider less than a minute ago */
export const takeLinking = async (
	database: Database,
	linking: Linking,
	token: string,
): Promise<boolean> => {
	const taken = await database
		.deleteFrom("verification")
		.where("identifier", "=", identifierOf(linking))
		.where("value", "=", consentOf(linking, token))
		.where("expiresAt", ">", new Date())
		.returning("id")
		.executeTakeFirst();
	return taken !== undefined;
};
