import { sql } from "kysely";
import { sessionLacksFactor } from "../access/second-factor.ts";
import { voidLinks } from "../accounts/void-links.ts";
import type { Database } from "../database/schema.ts";

/** Whether a session must prove a second factor before it may see anything, and when its provider vouched for it. */
export const sessionState = async (database: Database, sessionToken: string) => {
	const row = await database
		.selectFrom("session")
		.innerJoin("user", "user.id", "session.userId")
		.leftJoin("provider_session", "provider_session.sessionId", "session.id")
		.select(["session.id", "provider_session.checkedAt"])
		.select((eb) => sessionLacksFactor(eb).as("lacksFactor"))
		.where("session.token", "=", sessionToken)
		.executeTakeFirst();
	return row && { ...row, lacksFactor: Boolean(row.lacksFactor) };
};

/** Notes that a session has proved a second factor. */
export const noteFactor = async (database: Database, sessionToken: string): Promise<void> => {
	await database
		.updateTable("session")
		.set({ secondFactorAt: new Date() })
		.where("token", "=", sessionToken)
		.execute();
};

/**
 * Writes down whether a person has a second factor, after their app or a passkey was added or removed. Without any, what
 * their sessions have proved counts no more.
 */
export const updateFactorState = async (database: Database, userId: string): Promise<void> => {
	const { twoFactorEnabled } = await database
		.updateTable("user")
		.set({
			twoFactorEnabled: sql<boolean>`EXISTS (
				SELECT 1 FROM "two_factor" WHERE "two_factor"."userId" = "user"."id" AND "two_factor"."verified"
			) OR EXISTS (SELECT 1 FROM "passkey" WHERE "passkey"."userId" = "user"."id")`,
		})
		.where("id", "=", userId)
		.returning("twoFactorEnabled")
		.executeTakeFirstOrThrow();
	if (twoFactorEnabled) return;
	await database
		.updateTable("session")
		.set({ secondFactorAt: null })
		.where("userId", "=", userId)
		.execute();
};

/** Removes an authenticator app that has shown no code, with its recovery codes. */
export const removeUnverifiedApp = async (database: Database, userId: string): Promise<void> => {
	await database
		.deleteFrom("two_factor")
		.where("userId", "=", userId)
		.where("verified", "=", false)
		.execute();
};

/** Ends the sessions of a person that began before they had a second factor; the one that asks stays. */
export const endOtherSessions = async (
	database: Database,
	{ userId, token }: { userId: string; token: string },
): Promise<void> => {
	await database
		.deleteFrom("session")
		.where("userId", "=", userId)
		.where("token", "!=", token)
		.execute();
};

/**
 * Removes a person's authenticator app, recovery codes, passkeys and remembered devices, and ends all sessions. Call it
 * inside a transaction.
 */
export const removeFactors = async (database: Database, userId: string): Promise<void> => {
	await database.deleteFrom("two_factor").where("userId", "=", userId).execute();
	await database.deleteFrom("passkey").where("userId", "=", userId).execute();
	await database.deleteFrom("session").where("userId", "=", userId).execute();
	await voidLinks(database, userId);
	await updateFactorState(database, userId);
};
