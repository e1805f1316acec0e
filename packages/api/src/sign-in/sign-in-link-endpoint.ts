import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { parseUserOutput } from "better-auth/db";
import { z } from "zod";
import { useSignInToken } from "../accounts/sign-in-link.ts";
import { SIGN_IN_LINK_MINUTES } from "../constants/sign-in-link.ts";
import type { Database } from "../database/schema.ts";

const ANOTHER = "Get another with `footfall admin sign-in-link`, or sign in with your password.";

const refused = (code: string, reason: string) =>
	new APIError("UNAUTHORIZED", { code, message: `${reason} ${ANOTHER}` });

/** Adds `POST /sign-in-link` to the auth library, which opens the session and sets the cookie as for a password. */
export const signInLink = (database: Database) => ({
	id: "sign-in-link" as const,
	endpoints: {
		signInWithLink: createAuthEndpoint(
			"/sign-in-link",
			{ method: "POST", body: z.object({ token: z.string() }) },
			async (context) => {
				const used = await useSignInToken(database, context.body.token);
				if (used === "expired")
					throw refused(
						"SIGN_IN_LINK_EXPIRED",
						`This sign-in link is older than ${SIGN_IN_LINK_MINUTES} minutes.`,
					);
				const { internalAdapter, options } = context.context;
				const user = used && (await internalAdapter.findUserById(used.userId));
				if (!user)
					throw refused(
						"SIGN_IN_LINK_INVALID",
						"This sign-in link has already been used, or is incomplete.",
					);
				const session = await internalAdapter.createSession(user.id);
				await setSessionCookie(context, { session, user });
				return context.json({
					redirect: false,
					token: session.token,
					user: parseUserOutput(options, user),
				});
			},
		),
	},
});
