import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { passwordHashOf, verifyPassword } from "../accounts/passwords.ts";
import type { Database } from "../database/schema.ts";
import { claimCode } from "../second-factor/claim-code.ts";
import { noteFactor } from "../second-factor/factor-state.ts";
import { refuseCode } from "./refuse-code.ts";

/** Adds `POST /confirm-identity` to the auth library, which renews a session for changes that need a recent sign-in. */
export const confirmIdentity = (database: Database) => ({
	id: "confirm-identity" as const,
	endpoints: {
		confirmIdentity: createAuthEndpoint(
			"/confirm-identity",
			{
				method: "POST",
				body: z.object({ method: z.enum(["password", "code"]), value: z.string() }),
				use: [sessionMiddleware],
			},
			async (context) => {
				const { user, session } = context.context.session;
				const { method, value } = context.body;
				const { internalAdapter, secretConfig } = context.context;
				if (method === "password") {
					const hash = await passwordHashOf(database, user.id);
					if (!(await verifyPassword({ hash, password: value })))
						throw new APIError("BAD_REQUEST", {
							code: "INVALID_PASSWORD",
							message: "The password is incorrect",
						});
				} else {
					const { verdict, isVerified } = await claimCode(
						database,
						{ userId: user.id, code: value, key: secretConfig },
						{ now: Date.now(), countsFailures: true },
					);
					if (verdict !== "right" || !isVerified) throw refuseCode(verdict, "BAD_REQUEST");
				}
				const renewed = await internalAdapter.createSession(user.id, false, session);
				if (method === "code") await noteFactor(database, renewed.token);
				await setSessionCookie(context, { session: renewed, user });
				await internalAdapter.deleteSession(session.token);
				return context.json({ status: true });
			},
		),
	},
});
