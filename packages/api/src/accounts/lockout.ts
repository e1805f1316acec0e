import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { normalisedEmail } from "./create-account.ts";

const MAX_FAILURES = 10;
const LOCKED_MS = 15 * 60 * 1000;
const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;

const accountOf = (email: string) =>
	createHash("sha256").update(normalisedEmail(email)).digest("base64url");

/**
 * Locks an address after ten failed sign-ins in a row, for a quarter of an hour after the last. Addresses
 * without an account are treated alike, so that the answer does not tell which have one.
 */
export const createLockout = (database: Database) => {
	const clear = (email: string) =>
		database.deleteFrom("sign_in_failure").where("account", "=", accountOf(email)).execute();
	return {
		/**
		 * Counts an attempt as failed before it is made, so that many at once do not all pass.
		 * @throws ApiError 429 while the address is locked
		 */
		attempt: async (email: string): Promise<void> => {
			const now = new Date();
			const cutoff = new Date(now.getTime() - LOCKED_MS);
			const isOpen = sql<boolean>`"failed"."lastFailureAt" < ${cutoff}`;
			const { rows } = await sql<{ failures: number; lastFailureAt: Date }>`
				INSERT INTO "sign_in_failure" AS "failed" ("account", "failures", "lastFailureAt")
				VALUES (${accountOf(email)}, 1, ${now})
				ON CONFLICT ("account") DO UPDATE SET
					"failures" = CASE WHEN ${isOpen} THEN 1 ELSE LEAST("failed"."failures", ${MAX_FAILURES}) + 1 END,
					"lastFailureAt" = CASE WHEN ${isOpen} OR "failed"."failures" < ${MAX_FAILURES}
						THEN ${now}::timestamptz ELSE "failed"."lastFailureAt" END
				RETURNING "failures", "lastFailureAt"
			`.execute(database);
			const [row] = rows;
			if (!row || row.failures <= MAX_FAILURES) return;
			throw new ApiError("RATE_LIMITED", "Too many failed sign-ins for this account", {
				retryAfter: Math.ceil((row.lastFailureAt.getTime() + LOCKED_MS - now.getTime()) / 1000),
			});
		},
		/** Forgets the failures of an address that signed in, and those of long ago. */
		succeeded: async (email: string): Promise<void> => {
			await clear(email);
			await database
				.deleteFrom("sign_in_failure")
				.where("lastFailureAt", "<", new Date(Date.now() - FORGET_AFTER_MS))
				.execute();
		},
		clear,
	};
};
export type Lockout = ReturnType<typeof createLockout>;
