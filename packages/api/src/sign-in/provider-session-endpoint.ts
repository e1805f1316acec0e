import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { noteFactor } from "../second-factor/factor-state.ts";
import { sealedTokensOf } from "../single-sign-on/provider-checks.ts";
import { takeTicket } from "../single-sign-on/session-ticket.ts";

/** The path below `/api/auth` that only this process calls: it is no described operation. */
export const PROVIDER_SESSION = "/provider-session";

/** Adds an endpoint to the auth library that opens the session of a person whom a provider vouched for. */
export const providerSession = (database: Database, secret: string) => ({
	id: "provider-session" as const,
	endpoints: {
		openProviderSession: createAuthEndpoint(
			PROVIDER_SESSION,
			{ method: "POST", body: z.object({ ticket: z.string() }) },
			async (context) => {
				const taken = await takeTicket(database, secret, context.body.ticket);
				const { internalAdapter } = context.context;
				const user = taken && (await internalAdapter.findUserById(taken.userId));
				if (!user) throw new APIError("UNAUTHORIZED", { message: "Unknown ticket" });
				const session = await internalAdapter.createSession(user.id);
				await database
					.insertInto("provider_session")
					.values({
						sessionId: session.id,
						providerId: taken.providerId,
						subject: taken.subject,
						sealedTokens: sealedTokensOf(
							{ accessToken: taken.accessToken, refreshToken: taken.refreshToken },
							secret,
						),
						checkedAt: new Date(),
					})
					.execute();
				if (taken.provesSecondFactor) await noteFactor(database, session.token);
				await setSessionCookie(context, { session, user });
				return context.json({ status: true });
			},
		),
	},
});
