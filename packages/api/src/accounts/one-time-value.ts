import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";

/** What a token is good for, so that none can be used as another. The library knows `reset-password`. */
type Use =
	| "oidc-attempt"
	| "provider-session"
	| "reset-password"
	| "reset-second-factor"
	| "sign-in-link"
	| "verify-email";

/** The form in which a token is stored, which is the library's: the database holds none that opens an account. */
export const storedToken = (use: Use, token: string): string => hashOfToken(`${use}:${token}`);

/** Keeps a value that whoever has the token can take once. */
export const keepOnce = async (
	database: Database,
	[use, token]: readonly [Use, string],
	{ value, validMs }: { value: string; validMs: number },
): Promise<void> => {
	const identifier = storedToken(use, token);
	await database
		.insertInto("verification")
		.values({ id: identifier, identifier, value, expiresAt: new Date(Date.now() + validMs) })
		.execute();
};

/** Takes the value of a token; undefined for a used or unknown one. Also what is too late is gone then. */
export const takeOnce = async (
	database: Database,
	[use, token]: readonly [Use, string],
): Promise<{ value: string; isExpired: boolean } | undefined> => {
	const used = await database
		.deleteFrom("verification")
		.where("identifier", "=", storedToken(use, token))
		.returning(["value", "expiresAt"])
		.executeTakeFirst();
	return used && { value: used.value, isExpired: used.expiresAt <= new Date() };
};

/** Deletes what was never taken in time. */
export const deleteExpired = async (database: Database): Promise<void> => {
	await database.deleteFrom("verification").where("expiresAt", "<", new Date()).execute();
};
