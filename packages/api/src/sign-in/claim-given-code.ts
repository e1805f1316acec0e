import type { GenericEndpointContext } from "@better-auth/core";
import type { Database } from "../database/schema.ts";
import { claimCode } from "../second-factor/claim-code.ts";
import { endOtherSessions } from "../second-factor/factor-state.ts";
import { firstFactorOf } from "../second-factor/first-factor.ts";
import { refuseCode } from "./refuse-code.ts";

/**
 * Runs before the library checks a code of an authenticator app, and adds what it lacks: no code works twice, and wrong
 * codes of signed-in people count too. The first code of a new app ends the other sessions of its person.
 * @throws APIError for a code that was used, or while codes are locked
 */
export const claimGivenCode = async (
	database: Database,
	context: GenericEndpointContext,
	code: string,
): Promise<void> => {
	const { session, userId } = await firstFactorOf(context);
	if (userId === undefined) return;
	const { verdict, isVerified } = await claimCode(
		database,
		{ userId, code, key: context.context.secretConfig },
		// The library counts the failures of a sign-in.
		{ now: Date.now(), countsFailures: session !== null },
	);
	if (verdict === "used" || verdict === "locked") throw refuseCode(verdict, "UNAUTHORIZED");
	if (session && verdict === "right" && !isVerified)
		await endOtherSessions(database, { userId, token: session.session.token });
};
