import { randomBytes } from "node:crypto";
import { SIGN_IN_LINK_MINUTES } from "../constants/sign-in-link.ts";
import type { Database } from "../database/schema.ts";
import { deleteExpired, keepOnce, storedToken, takeOnce } from "./one-time-value.ts";

const TOKEN_BYTES = 24;

/** The instance fact that somebody has signed in once; a database trigger writes it. */
const SIGNED_IN = "signed in";

/** Makes a token that signs a person in once. The database keeps only its hash. */
export const createSignInToken = async (database: Database, userId: string): Promise<string> => {
	const token = randomBytes(TOKEN_BYTES).toString("base64url");
	await deleteExpired(database);
	await keepOnce(database, ["sign-in-link", token], {
		value: userId,
		validMs: SIGN_IN_LINK_MINUTES * 60_000,
	});
	return token;
};

/**
 * Consumes a token; call it inside the transaction that opens the session.
 * @returns the user's id; `expired` for a late token, undefined for a used or unknown one
 */
export const useSignInToken = async (
	database: Database,
	token: string,
): Promise<{ userId: string } | "expired" | undefined> => {
	const taken = await takeOnce(database, ["sign-in-link", token]);
	if (!taken) return undefined;
	return taken.isExpired ? "expired" : { userId: taken.value };
};

/** Whom a token would sign in, also if it is too late; it is not consumed. */
export const personOfSignInToken = (
	database: Database,
	token: string,
): Promise<{ userId: string } | undefined> =>
	database
		.selectFrom("verification")
		.select("value as userId")
		.where("identifier", "=", storedToken("sign-in-link", token))
		.executeTakeFirst();

/** The first account of the instance, which administers it. */
export const firstAccount = (database: Database) =>
	database
		.selectFrom("user")
		.select(["id", "email"])
		.orderBy("isSystemAdmin", "desc")
		.orderBy("createdAt")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();

/** A token for the first account while nobody has signed in to the instance; undefined afterwards. */
export const firstSignInToken = async (database: Database): Promise<string | undefined> => {
	const signedIn = await database
		.selectFrom("instance")
		.select("name")
		.where("name", "=", SIGNED_IN)
		.executeTakeFirst();
	const account = signedIn ? undefined : await firstAccount(database);
	return account && createSignInToken(database, account.id);
};
