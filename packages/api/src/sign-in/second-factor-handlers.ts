import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { passwordStateOf } from "../accounts/generated-password.ts";
import { voidLinks } from "../accounts/void-links.ts";
import type { Database } from "../database/schema.ts";
import {
	endOtherSessions,
	noteFactor,
	removeUnverifiedApp,
	updateFactorState,
} from "../second-factor/factor-state.ts";
import { requireRoomForPasskey } from "../second-factor/require-room-for-passkey.ts";
import { isSuccess } from "./auth-answer.ts";
import type { AuthContext, AuthHandler } from "./auth-context.ts";
import { FRESH_SECONDS } from "./second-factor-plugin.ts";

const Verified = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
const FactorAsked = z.looseObject({
	twoFactorRedirect: z.literal(true),
	twoFactorMethods: z.array(z.string()),
});
const SignedIn = z.object({
	token: z.string(),
	user: z.object({ twoFactorEnabled: z.boolean().nullish() }),
});

/** The answer to a passkey that was not made as it has to be. */
const UNREADABLE = /"code":"FAILED_TO_VERIFY_REGISTRATION"/;

const sessionOf = ({ session }: AuthContext) => {
	if (!session) throw new ApiError("AUTHENTICATION_REQUIRED");
	return session;
};

/** Handlers around the library's second factors, by path. */
export const createSecondFactorHandlers = (
	database: Database,
	/** Slows down password guessing. */
	limited: AuthHandler,
) => {
	/** @throws ApiError 403 for a sign-in that is too old */
	const requireFresh = (context: AuthContext) => {
		const { createdAt } = sessionOf(context).session;
		if (Date.now() - new Date(createdAt).getTime() >= FRESH_SECONDS * 1000)
			throw new ApiError("FORBIDDEN", "Confirm first that it is you", {
				code: "SESSION_NOT_FRESH",
				resolution: "Call confirm-identity, or sign in again.",
			});
	};

	/**
	 * A provider vouches for the first factor only: whoever has no more must not replace the second.
	 * @throws ApiError 403 for a session that has not proved the factor of its person
	 */
	const requireProved = async (context: AuthContext) => {
		const { user, session } = sessionOf(context);
		const unproved = await database
			.selectFrom("session")
			.innerJoin("user", "user.id", "session.userId")
			.select("user.id")
			.where("user.id", "=", user.id)
			.where("session.token", "=", session.token)
			.where("session.secondFactorAt", "is", null)
			.where("user.twoFactorEnabled", "=", true)
			.executeTakeFirst();
		if (!unproved) return;
		throw new ApiError("FORBIDDEN", "Use the second factor that this account has first", {
			code: "SECOND_FACTOR_REQUIRED",
			resolution:
				"Enter a code of the authenticator app or use the passkey, or ask an administrator to reset a factor that is lost.",
		});
	};

	/** The library asks for a password that the person knows. */
	const withPassword: AuthHandler = async (context) => {
		await requireProved(context);
		const state = await passwordStateOf(database, sessionOf(context).user.id);
		if (state !== "known") requireFresh(context);
		return limited(context);
	};

	const removeApp: AuthHandler = async (context) => {
		const answer = await withPassword(context);
		// Browsers that were remembered would not be asked for a factor that is set up later.
		if (isSuccess(answer)) await voidLinks(database, sessionOf(context).user.id);
		return answer;
	};

	const changed =
		(change: AuthHandler): AuthHandler =>
		async (context) => {
			const answer = await change(context);
			if (isSuccess(answer)) await updateFactorState(database, sessionOf(context).user.id);
			return answer;
		};

	const verify: AuthHandler = async ({ body, callLibrary }) => {
		const answer = await callLibrary(body);
		if (!isSuccess(answer)) return answer;
		const { token, user } = Verified.parse(JSON.parse(answer.text));
		await noteFactor(database, token);
		await updateFactorState(database, user.id);
		return answer;
	};

	/** Refuses before the device makes a passkey that would be of no use. */
	const beginPasskey: AuthHandler = async (context) => {
		await requireRoomForPasskey(database, sessionOf(context).user.id);
		return context.callLibrary(context.body);
	};

	const addPasskey: AuthHandler = async (context) => {
		await requireProved(context);
		const { user, session } = sessionOf(context);
		await requireRoomForPasskey(database, user.id);
		const answer = await context.callLibrary(context.body);
		// The library takes what it cannot read for a failure of its own.
		if (UNREADABLE.test(answer.text)) return { ...answer, status: 400 };
		if (!isSuccess(answer)) return answer;
		await removeUnverifiedApp(database, user.id);
		await updateFactorState(database, user.id);
		await noteFactor(database, session.token);
		await endOtherSessions(database, { userId: user.id, token: session.token });
		return answer;
	};

	const removePasskey: AuthHandler = async (context) => {
		requireFresh(context);
		await requireProved(context);
		return context.callLibrary(context.body);
	};

	return {
		byPath: {
			"/api/auth/two-factor/enable": withPassword,
			"/api/auth/two-factor/generate-backup-codes": withPassword,
			"/api/auth/two-factor/disable": changed(removeApp),
			"/api/auth/two-factor/verify-totp": verify,
			"/api/auth/two-factor/verify-backup-code": verify,
			"/api/auth/confirm-identity": limited,
			"/api/auth/passkey/generate-register-options": beginPasskey,
			"/api/auth/passkey/verify-registration": addPasskey,
			"/api/auth/passkey/delete-passkey": changed(removePasskey),
		},
		/** Adds passkeys to what a sign-in is asked for, and notes that a remembered browser was recognized. */
		signIn:
			(signIn: AuthHandler): AuthHandler =>
			async (context) => {
				const answer = await signIn(context);
				if (!isSuccess(answer)) return answer;
				const given: unknown = JSON.parse(answer.text);
				const asked = FactorAsked.safeParse(given).data;
				if (asked) {
					const methods = [...asked.twoFactorMethods, "passkey"];
					return { ...answer, text: JSON.stringify({ ...asked, twoFactorMethods: methods }) };
				}
				const signedIn = SignedIn.safeParse(given).data;
				if (signedIn?.user.twoFactorEnabled) await noteFactor(database, signedIn.token);
				return answer;
			},
	};
};
