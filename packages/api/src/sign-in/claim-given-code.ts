import type { GenericEndpointContext } from "@better-auth/core";
import { getSessionFromCtx } from "better-auth/api";
import type { Database } from "../database/schema.ts";
import { claimCode } from "../second-factor/claim-code.ts";
import { endOtherSessions } from "../second-factor/factor-state.ts";
import { refuseCode } from "./refuse-code.ts";

/** The person whose sign-in waits for a code; undefined without one. */
const waitingPerson = async (endpoint: GenericEndpointContext) => {
	const { createAuthCookie, internalAdapter, secret } = endpoint.context;
	const { name } = createAuthCookie("two_factor");
	const identifier = await endpoint.getSignedCookie(name, secret);
	const waiting = identifier && (await internalAdapter.findVerificationValue(identifier));
	return waiting ? waiting.value : undefined;
};

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
	const session = await getSessionFromCtx(context);
	const userId = session?.user.id ?? (await waitingPerson(context));
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
