import { sql } from "kysely";
import type { ClientFacts, SignInOutcome, SignInWay } from "../database/account-activity-tables.ts";
import type { Database } from "../database/schema.ts";

/** How many successes, and how many failures, an account keeps: a guesser's failures must not displace successes. */
const MOST_OF_EACH = 200;

/** An attempt to sign in. */
export interface SignInAttempt {
	way: SignInWay;
	outcome: SignInOutcome;
	/** The name of the provider, or the code of a refusal. */
	detail?: string | undefined;
	client: ClientFacts;
}

/** Whose attempt it was; an address may have no account. */
export type AttemptedAccount = { userId: string } | { email: string };

/** Keeps an attempt in the history of an account; does nothing without the account. */
export const noteSignIn = async (
	database: Database,
	account: AttemptedAccount,
	{ way, outcome, detail, client }: SignInAttempt,
): Promise<void> => {
	const isIt =
		"userId" in account ? sql`"id" = ${account.userId}` : sql`"email" = ${account.email}`;
	const { browser, operatingSystem, deviceType, country, region, city } = client;
	const { rows } = await sql<{ userId: string }>`
		INSERT INTO "sign_in" ("userId", "way", "outcome", "detail", "browser", "operatingSystem",
			"deviceType", "country", "region", "city")
		SELECT "id", ${way}, ${outcome}, ${detail ?? null}, ${browser}, ${operatingSystem},
			${deviceType}, ${country}, ${region}, ${city}
		FROM "user" WHERE ${isIt}
		RETURNING "userId"`.execute(database);
	const userId = rows[0]?.userId;
	if (userId === undefined) return;
	const isSameKind = sql`"userId" = ${userId} AND ("outcome" = 'signed-in') = ${outcome === "signed-in"}`;
	await sql`
		DELETE FROM "sign_in" WHERE ${isSameKind} AND "signInId" <= (
			SELECT "signInId" FROM "sign_in" WHERE ${isSameKind}
			ORDER BY "signInId" DESC OFFSET ${MOST_OF_EACH} LIMIT 1
		)`.execute(database);
};
