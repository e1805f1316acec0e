import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { forgetGeneratedPassword } from "../accounts/generated-password.ts";
import type { Mailer } from "../accounts/mail.ts";
import { voidLinks } from "../accounts/void-links.ts";
import type { Database } from "../database/schema.ts";
import { splitKeyUpdate } from "../keys/key-update.ts";
import { acceptInvitation } from "../organizations/accept-invitation.ts";
import { createOrganization } from "../organizations/create-organization.ts";
import { rememberEndedMembership } from "../organizations/former-members.ts";
import { withoutOthersInvitations } from "../organizations/hidden-invitations.ts";
import {
	endOrphanedInvitations,
	invitationIdOf,
	invitationOfToken,
	issueInvitation,
} from "../organizations/invitations.ts";
import { readInvitation } from "../organizations/read-invitation.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { createAccountHandlers, SIGN_UP } from "./account-handlers.ts";
import { type AuthAnswer, isSuccess } from "./auth-answer.ts";
import { type AuthContext, type AuthHandler, json } from "./auth-context.ts";
import { createSecondFactorHandlers } from "./second-factor-handlers.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

export const SIGN_IN = "/api/auth/sign-in/email";
export const CHANGE_PASSWORD = "/api/auth/change-password";
export const UPDATE_EMAIL = "/api/auth/update-email";
export const CREATE_ORGANIZATION = "/api/auth/organization/create";
export const READ_INVITATION = "/api/auth/organization/read-invitation";
const ACCEPT_INVITATION = "/api/auth/organization/accept-invitation";

/** They cost no more than routes outside the library. */
export const UNLIMITED = [CREATE_ORGANIZATION, ACCEPT_INVITATION];

/** What the operator switches off with `PASSWORD_SIGN_IN=false`; passkeys may still prove a second factor. */
const PASSWORD_WAYS = [
	SIGN_IN,
	SIGN_UP,
	"/api/auth/request-password-reset",
	"/api/auth/reset-password",
];

const refusePasswords: AuthHandler = async () => {
	throw new ApiError("FORBIDDEN", "On this server people sign in with a provider only", {
		code: "PASSWORD_SIGN_IN_OFF",
		resolution:
			"Use the button on the sign-in page; the operator gets in with footfall admin sign-in-link.",
	});
};

/** The answer to a wrong password, of a sign-in or a change of the password. */
const WRONG_PASSWORD = /"code":"INVALID_(EMAIL_OR_)?PASSWORD"/;

export interface AuthHandlerOptions {
	database: Database;
	signInLimits: SignInLimits;
	mailer: Mailer;
	baseUrl: string | undefined;
	/** Requires an invitation to sign up. */
	disableSignup: boolean;
	/** Whether people may sign in with passwords, and not only with providers. */
	passwordSignIn?: boolean | undefined;
	/** Signs proofs that only mails carry. */
	secret: string;
	quotas: Quotas;
}

/** The answer with its body changed; an error stays unchanged. */
const withBody = async (
	answer: AuthAnswer,
	change: (body: object) => object | Promise<object>,
): Promise<AuthAnswer> =>
	isSuccess(answer)
		? { ...answer, text: JSON.stringify(await change(JSON.parse(answer.text))) }
		: answer;

const WithInvitation = z.looseObject({ invitationId: z.string() });
const WithEmail = z.looseObject({ email: z.string() });
const OfMember = z.object({ organizationId: z.string(), userId: z.string() });
/** The answers to changes of memberships name the organization and the person. */
const Changed = z.union([
	OfMember,
	z.object({ member: OfMember }).transform(({ member }) => member),
]);
/** Whose membership an answer changed; undefined for an error. */
const membershipIn = (answer: AuthAnswer) =>
	isSuccess(answer) ? Changed.safeParse(JSON.parse(answer.text)).data : undefined;

/** Handlers that run before, after or instead of the library, by path. */
export const createAuthHandlers = ({
	database,
	signInLimits,
	mailer,
	baseUrl,
	disableSignup,
	passwordSignIn = true,
	secret,
	quotas,
}: AuthHandlerOptions) => {
	const mails = { database, mailer, baseUrl, secret, quotas };
	const accountHandlers = createAccountHandlers({ ...mails, disableSignup });

	/** Slows down password guessing. */
	const limited =
		(emailOf: (context: AuthContext) => string | undefined): AuthHandler =>
		async (context) => {
			const email = emailOf(context);
			if (email === undefined) return context.callLibrary(context.body);
			const attempt = await signInLimits.attempt(email, context.address);
			let isDecided = false;
			try {
				const answer = await context.callLibrary(context.body);
				if (isSuccess(answer)) attempt.succeeded();
				isDecided = isSuccess(answer) || WRONG_PASSWORD.test(answer.text);
				return answer;
			} finally {
				if (!isDecided) attempt.takeBack();
			}
		};

	/** Does in one transaction what the library does in several steps. */
	const inOneTransaction =
		(
			change: ReturnType<typeof createOrganization> | ReturnType<typeof acceptInvitation>,
		): AuthHandler =>
		async ({ session, body }) => {
			if (!session) throw new ApiError("AUTHENTICATION_REQUIRED");
			const { user, session: own } = session;
			const caller = { userId: user.id, email: user.email, sessionId: own.id };
			return json(await change(database, caller, body));
		};

	const updateKey: AuthHandler = async ({ body, callLibrary }) => {
		const split = await splitKeyUpdate(database, body);
		return withBody(await callLibrary(split.body), split.finish);
	};

	const invite: AuthHandler = async ({ body, callLibrary, session }) => {
		if (!session) throw new ApiError("AUTHENTICATION_REQUIRED");
		const { user } = session;
		return withBody(await callLibrary(body), (created) => issueInvitation(mails, created, user));
	};

	const withInvitation =
		(idOf: (named: string) => string | Promise<string>): AuthHandler =>
		async ({ body, callLibrary }) => {
			const named = WithInvitation.safeParse(body);
			if (!named.success) return callLibrary(body);
			return callLibrary({ ...named.data, invitationId: await idOf(named.data.invitationId) });
		};

	const getInvitation: AuthHandler = async ({ query, callLibrary }) => {
		const token = query["id"] ?? "";
		const answer = await callLibrary({}, { id: invitationOfToken(token) });
		return withBody(answer, (invitation) => ({ ...invitation, id: token }));
	};

	/** A person's invitations end when the person may no longer make them. */
	const changeMembership: AuthHandler = async ({ body, callLibrary }) => {
		const answer = await callLibrary(body);
		const changed = membershipIn(answer);
		if (changed) await endOrphanedInvitations(database, changed.organizationId);
		return answer;
	};

	/** No provider makes somebody a member again who left or was removed. */
	const endMembership: AuthHandler = async (context) => {
		const answer = await changeMembership(context);
		const ended = membershipIn(answer);
		if (ended) await rememberEndedMembership(database, ended);
		return answer;
	};

	const hidingInvitations: AuthHandler = async ({ body, callLibrary, session }) => {
		const answer = await callLibrary(body);
		if (!isSuccess(answer) || !session) return answer;
		return withBody(answer, (shown) => withoutOthersInvitations(database, shown, session.user));
	};

	/** Whoever signs in with the password that the first start printed has a password, also before a second factor. */
	const withKnownPassword =
		(signIn: AuthHandler): AuthHandler =>
		async (context) => {
			const answer = await signIn(context);
			const email = WithEmail.safeParse(context.body).data?.email;
			if (isSuccess(answer) && email !== undefined) await forgetGeneratedPassword(database, email);
			return answer;
		};

	const ofOwnAccount = limited(({ session }) => session?.user.email);
	const changePassword: AuthHandler = async (context) => {
		const answer = await ofOwnAccount(context);
		if (isSuccess(answer) && context.session) await voidLinks(database, context.session.user.id);
		return answer;
	};
	const secondFactor = createSecondFactorHandlers(database, ofOwnAccount);
	const signIn = withKnownPassword(limited(({ body }) => WithEmail.safeParse(body).data?.email));
	const handlers: Readonly<Record<string, AuthHandler>> = {
		[SIGN_IN]: secondFactor.signIn(signIn),
		"/api/auth/sign-in-link": secondFactor.signIn(({ body, callLibrary }) => callLibrary(body)),
		[CHANGE_PASSWORD]: changePassword,
		[UPDATE_EMAIL]: accountHandlers.updateEmail(ofOwnAccount),
		...accountHandlers.byPath,
		...secondFactor.byPath,
		[CREATE_ORGANIZATION]: inOneTransaction(createOrganization(quotas)),
		[ACCEPT_INVITATION]: inOneTransaction(acceptInvitation(secret)),
		"/api/auth/organization/invite-member": invite,
		"/api/auth/organization/get-invitation": getInvitation,
		[READ_INVITATION]: async ({ body }) => json(await readInvitation(database, body)),
		"/api/auth/organization/update-member-role": changeMembership,
		"/api/auth/organization/remove-member": endMembership,
		"/api/auth/organization/leave": endMembership,
		"/api/auth/organization/list-invitations": hidingInvitations,
		"/api/auth/organization/get-full-organization": hidingInvitations,
		"/api/auth/organization/reject-invitation": withInvitation(invitationOfToken),
		"/api/auth/organization/cancel-invitation": withInvitation((named) =>
			invitationIdOf(database, named),
		),
		"/api/auth/api-key/update": updateKey,
	};
	return (path: string): AuthHandler =>
		(passwordSignIn || !PASSWORD_WAYS.includes(path) ? undefined : refusePasswords) ??
		handlers[path] ??
		(({ body, callLibrary }) => callLibrary(body));
};
