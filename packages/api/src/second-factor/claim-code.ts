import { createOTP } from "@better-auth/utils/otp";
import { type SecretConfig, symmetricDecrypt } from "better-auth/crypto";
import type { Database } from "../database/schema.ts";

const STEP_MS = 30_000;
/** Clocks differ: the code before and the one after are accepted too. */
const TOLERANCE = [0, -1, 1];
const DIGITS = 6;
const MAX_FAILURES = 10;
const LOCKED_MS = 15 * 60_000;

/**
 * What became of a code: `unknown` without an authenticator app, `locked` after too many wrong ones.
 */
export type CodeVerdict = "right" | "wrong" | "used" | "locked" | "unknown";

const stepOf = async (secret: string, code: string, now: number): Promise<number | undefined> => {
	const current = Math.floor(now / STEP_MS);
	const otp = createOTP(secret, { digits: DIGITS });
	for (const distance of TOLERANCE)
		if ((await otp.hotp(current + distance)) === code) return current + distance;
	return undefined;
};

/** Notes a wrong code; too many in a row lock the app's codes for a while. */
const noteFailure = async (database: Database, userId: string, now: number): Promise<void> => {
	const { failedVerificationCount } = await database
		.updateTable("two_factor")
		.set((row) => ({ failedVerificationCount: row("failedVerificationCount", "+", 1) }))
		.where("userId", "=", userId)
		.returning("failedVerificationCount")
		.executeTakeFirstOrThrow();
	if (failedVerificationCount < MAX_FAILURES) return;
	await database
		.updateTable("two_factor")
		.set({ failedVerificationCount: 0, lockedUntil: new Date(now + LOCKED_MS) })
		.where("userId", "=", userId)
		.execute();
};

/**
 * Checks a code of a person's authenticator app, and marks its step as used: neither it nor an older one works again,
 * however many requests bring it at once.
 */
export const claimCode = async (
	database: Database,
	{ userId, code, key }: { userId: string; code: string; key: string | SecretConfig },
	{ now, countsFailures }: { now: number; countsFailures: boolean },
): Promise<{ verdict: CodeVerdict; isVerified: boolean }> => {
	const app = await database
		.selectFrom("two_factor")
		.select(["secret", "verified", "lockedUntil"])
		.where("userId", "=", userId)
		.executeTakeFirst();
	if (!app) return { verdict: "unknown", isVerified: false };
	const { verified: isVerified, lockedUntil } = app;
	if (lockedUntil !== null && lockedUntil.getTime() > now) return { verdict: "locked", isVerified };
	const secret = await symmetricDecrypt({ key, data: app.secret });
	const step = await stepOf(secret, code, now);
	if (step === undefined) {
		if (countsFailures) await noteFailure(database, userId, now);
		return { verdict: "wrong", isVerified };
	}
	const claimed = await database
		.updateTable("two_factor")
		.set({
			lastStep: step,
			...(countsFailures && { failedVerificationCount: 0, lockedUntil: null }),
		})
		.where("userId", "=", userId)
		.where("lastStep", "<", step)
		.returning("id")
		.executeTakeFirst();
	return { verdict: claimed ? "right" : "used", isVerified };
};
