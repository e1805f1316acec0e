import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Mailer } from "../accounts/mail.ts";
import type { Database } from "../database/schema.ts";
import { splitKeyUpdate } from "../keys/key-update.ts";
import { acceptInvitation } from "../organizations/accept-invitation.ts";
import { createOrganization } from "../organizations/create-organization.ts";
import {
	invitationIdOf,
	invitationOfToken,
	issueInvitation,
} from "../organizations/invitations.ts";
import type { Auth } from "./auth.ts";
import { type AuthAnswer, isSuccess } from "./auth-answer.ts";
import type { AuthOperation } from "./auth-operation.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

export const SIGN_IN = "/api/auth/sign-in/email";
export const CHANGE_PASSWORD = "/api/auth/change-password";
export const UPDATE_EMAIL = "/api/auth/update-email";
export const CREATE_ORGANIZATION = "/api/auth/organization/create";
const ACCEPT_INVITATION = "/api/auth/organization/accept-invitation";

/** They cost no more than routes outside the library. */
export const UNLIMITED = [CREATE_ORGANIZATION, ACCEPT_INVITATION];

/** The answer to a wrong password, of a sign-in or a change of the password. */
const WRONG_PASSWORD = /"code":"INVALID_(EMAIL_OR_)?PASSWORD"/;

type Session = NonNullable<Awaited<ReturnType<Auth["api"]["getSession"]>>>;

/** A request to a known operation. */
export interface AuthContext {
	operation: AuthOperation;
	session: Session | undefined;
	address: string;
	body: unknown;
	query: Readonly<Record<string, string>>;
	/** @throws ApiError 400 for a body that does not match the operation's description */
	callLibrary(body: unknown, query?: Readonly<Record<string, string>>): Promise<AuthAnswer>;
}

type AuthHandler = (context: AuthContext) => Promise<AuthAnswer>;

export interface AuthHandlerOptions {
	database: Database;
	signInLimits: SignInLimits;
	mailer: Mailer;
	baseUrl: string | undefined;
}

/** The answer with its body changed; an error stays as it is. */
const withBody = async (
	answer: AuthAnswer,
	change: (body: object) => object | Promise<object>,
): Promise<AuthAnswer> =>
	isSuccess(answer)
		? { ...answer, text: JSON.stringify(await change(JSON.parse(answer.text))) }
		: answer;

const WithInvitation = z.looseObject({ invitationId: z.string() });
const WithEmail = z.looseObject({ email: z.string() });

/** By path, handlers that run before or after the library, or in its place. */
export const createAuthHandlers = ({
	database,
	signInLimits,
	mailer,
	baseUrl,
}: AuthHandlerOptions) => {
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
		(change: typeof createOrganization | typeof acceptInvitation): AuthHandler =>
		async ({ session, body }) => {
			if (!session) throw new ApiError("AUTHENTICATION_REQUIRED");
			const { user, session: own } = session;
			const caller = { userId: user.id, email: user.email, sessionId: own.id };
			const text = JSON.stringify(await change(database, caller, body));
			return { status: 200, headers: new Headers(), text };
		};

	const updateKey: AuthHandler = async ({ body, callLibrary }) => {
		const split = await splitKeyUpdate(database, body);
		return withBody(await callLibrary(split.body), split.finish);
	};

	const invite: AuthHandler = async ({ body, callLibrary, session }) => {
		const inviter = session?.user.name ?? "";
		return withBody(await callLibrary(body), (created) =>
			issueInvitation({ database, mailer, baseUrl }, created, inviter),
		);
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

	const handlers: Readonly<Record<string, AuthHandler>> = {
		[SIGN_IN]: limited(({ body }) => WithEmail.safeParse(body).data?.email),
		[CHANGE_PASSWORD]: limited(({ session }) => session?.user.email),
		[UPDATE_EMAIL]: limited(({ session }) => session?.user.email),
		[CREATE_ORGANIZATION]: inOneTransaction(createOrganization),
		[ACCEPT_INVITATION]: inOneTransaction(acceptInvitation),
		"/api/auth/organization/invite-member": invite,
		"/api/auth/organization/get-invitation": getInvitation,
		"/api/auth/organization/reject-invitation": withInvitation(invitationOfToken),
		"/api/auth/organization/cancel-invitation": withInvitation((named) =>
			invitationIdOf(database, named),
		),
		"/api/auth/api-key/update": updateKey,
	};
	return (path: string): AuthHandler =>
		handlers[path] ?? (({ body, callLibrary }) => callLibrary(body));
};
