import { ApiError } from "@footfall/shared/api-error";
import { networkOf } from "@footfall/shared/ip-range";
import { fromNodeHeaders } from "better-auth/node";
import type {
	Request as ExpressRequest,
	Response as ExpressResponse,
	RequestHandler,
} from "express";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { RecordChange } from "../audit/audit.ts";
import { atomically } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { jsonOf } from "../http/body.ts";
import type { Peer } from "../http/peer.ts";
import { splitKeyUpdate } from "../keys/key-update.ts";
import { acceptInvitation } from "../organizations/accept-invitation.ts";
import { createOrganization } from "../organizations/create-organization.ts";
import {
	invitationNamed,
	invitationOfToken,
	issueInvitation,
} from "../organizations/invitations.ts";
import { organizationsConcerned } from "../organizations/organizations-concerned.ts";
import type { Auth } from "./auth.ts";
import { type AuthAnswer, sendAuthAnswer } from "./auth-answer.ts";
import type { AuthOperation } from "./auth-operation.ts";
import { checkedBody, checkedQuery, libraryRequest } from "./auth-request.ts";
import { createRequestLimit, type RequestLimit } from "./request-limit.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

export interface AuthService {
	auth: Auth;
	peerOf: (request: ExpressRequest) => Peer;
	operations: readonly AuthOperation[];
	database: Database;
	recordChange: RecordChange;
	signInLimits: SignInLimits;
	mailer: Mailer;
	baseUrl: string | undefined;
}

const SIGN_IN = "/api/auth/sign-in/email";
const CHANGE_PASSWORD = "/api/auth/change-password";
const CREATE_ORGANIZATION = "/api/auth/organization/create";
const ACCEPT_INVITATION = "/api/auth/organization/accept-invitation";

/** By what a request costs, or what it lets one try. */
const DEFAULT_LIMIT: RequestLimit = { requests: 100, windowMs: 10_000 };
const PASSWORD_LIMIT: RequestLimit = { requests: 3, windowMs: 10_000 };
const LIMITS: Readonly<Record<string, RequestLimit>> = {
	[SIGN_IN]: PASSWORD_LIMIT,
	[CHANGE_PASSWORD]: PASSWORD_LIMIT,
	"/api/auth/sign-up/email": PASSWORD_LIMIT,
	"/api/auth/request-password-reset": { requests: 3, windowMs: 60_000 },
};
/** They cost no more than routes that are no part of the library. */
const UNLIMITED = [CREATE_ORGANIZATION, ACCEPT_INVITATION];

/** A password that was wrong, as sign-in and a change of the password tell it. */
const WRONG_PASSWORD = /"code":"INVALID_(EMAIL_OR_)?PASSWORD"/;

type Session = NonNullable<Awaited<ReturnType<Auth["api"]["getSession"]>>>;

/** A request whose operation is known, on its way to what serves it. */
interface Asked {
	operation: AuthOperation;
	session: Session | undefined;
	address: string;
	body: unknown;
	query: Readonly<Record<string, string>>;
	/** Asks the library. @throws ApiError 400 for what does not fit the operation's description */
	library(body: unknown, query?: Readonly<Record<string, string>>): Promise<AuthAnswer>;
}

type Serve = (asked: Asked) => Promise<AuthAnswer>;

const answered = (value: unknown): AuthAnswer => ({
	status: 200,
	headers: new Headers(),
	text: JSON.stringify(value),
});

const isSuccess = ({ status }: AuthAnswer): boolean => status < 400;

/** Takes a refusal out of the transaction that it undoes. */
class Refused extends Error {
	readonly answer: AuthAnswer;
	constructor(answer: AuthAnswer) {
		super("refused");
		this.answer = answer;
	}
}

const callerOf = ({ user }: Session): Caller => ({
	via: "session",
	user: { ...user, isSystemAdmin: user.isSystemAdmin === true },
	permissions: null,
});

const Named = z.looseObject({ invitationId: z.string() });
const WithEmail = z.looseObject({ email: z.string() });
const Answered = z.object({ id: z.string().optional().catch(undefined) }).catch({});

/** What is done before or after the library's own work, or in its place, by path. */
const createServes = ({ database, signInLimits, mailer, baseUrl }: AuthService) => {
	/** Slows down whoever guesses at a password. */
	const guarded =
		(emailOf: (asked: Asked) => string | undefined): Serve =>
		async (asked) => {
			const email = emailOf(asked);
			if (email === undefined) return asked.library(asked.body);
			const attempt = await signInLimits.attempt(email, asked.address);
			let isDecided = false;
			try {
				const answer = await asked.library(asked.body);
				if (isSuccess(answer)) attempt.succeeded();
				isDecided = isSuccess(answer) || WRONG_PASSWORD.test(answer.text);
				return answer;
			} finally {
				if (!isDecided) attempt.takeBack();
			}
		};

	/** What the library does in several steps and this server in one. */
	const inOneStep =
		(change: typeof createOrganization | typeof acceptInvitation): Serve =>
		async ({ session, body }) => {
			if (!session) throw new ApiError("AUTHENTICATION_REQUIRED");
			const { user, session: own } = session;
			const caller = { userId: user.id, email: user.email, sessionId: own.id };
			return answered(await change(database, caller, body));
		};

	const updateKey: Serve = async ({ body, library }) => {
		const split = await splitKeyUpdate(database, body);
		const answer = await library(split.body);
		return isSuccess(answer)
			? { ...answer, text: JSON.stringify(await split.finish(JSON.parse(answer.text))) }
			: answer;
	};

	const invite: Serve = async ({ body, library, session }) => {
		const answer = await library(body);
		if (!isSuccess(answer) || !session) return answer;
		const made = JSON.parse(answer.text) as unknown;
		const issued = await issueInvitation({ database, mailer, baseUrl }, made, session.user.name);
		return { ...answer, text: JSON.stringify(issued) };
	};

	const withInvitation =
		(idOf: (named: string) => string | Promise<string>): Serve =>
		async ({ body, library }) => {
			const named = Named.safeParse(body);
			if (!named.success) return library(body);
			return library({ ...named.data, invitationId: await idOf(named.data.invitationId) });
		};

	const getInvitation: Serve = async ({ query, library }) => {
		const token = query["id"] ?? "";
		const answer = await library({}, { id: invitationOfToken(token) });
		if (!isSuccess(answer)) return answer;
		return { ...answer, text: JSON.stringify({ ...JSON.parse(answer.text), id: token }) };
	};

	const serves: Readonly<Record<string, Serve>> = {
		[SIGN_IN]: guarded(({ body }) => WithEmail.safeParse(body).data?.email),
		[CHANGE_PASSWORD]: guarded(({ session }) => session?.user.email),
		[CREATE_ORGANIZATION]: inOneStep(createOrganization),
		[ACCEPT_INVITATION]: inOneStep(acceptInvitation),
		"/api/auth/organization/invite-member": invite,
		"/api/auth/organization/get-invitation": getInvitation,
		"/api/auth/organization/reject-invitation": withInvitation(invitationOfToken),
		"/api/auth/organization/cancel-invitation": withInvitation((named) =>
			invitationNamed(database, named),
		),
		"/api/auth/api-key/update": updateKey,
	};
	return (path: string): Serve => serves[path] ?? (({ body, library }) => library(body));
};

/** The described operation that a request asks for. @throws ApiError 404 or 405 */
const operationFor = (
	operations: readonly AuthOperation[],
	{ method, path }: { method: string; path: string },
	response: ExpressResponse,
): AuthOperation => {
	const atPath = operations.filter((operation) => operation.path === path);
	if (atPath.length === 0)
		throw new ApiError("API_ROUTE_NOT_FOUND", undefined, { details: { method, path } });
	const wanted = method === "HEAD" ? "get" : method.toLowerCase();
	const operation = atPath.find((one) => one.method === wanted);
	if (operation) return operation;
	const allowed = atPath.map((one) => one.method.toUpperCase()).sort();
	response.setHeader("Allow", allowed.join(", "));
	throw new ApiError("METHOD_NOT_ALLOWED");
};

/**
 * Hands the requests that are described to the auth library, and adds what it does not do: checks of the input,
 * limits of guessing and of keys, and the audit log. A change and its entry are one transaction.
 */
export const serveAuth = (service: AuthService): RequestHandler => {
	const { auth, peerOf, operations, database, recordChange } = service;
	const limit = createRequestLimit();
	const serveOf = createServes(service);

	/** The organizations that a change concerns; asked before it is made, for afterwards what it names may be gone. */
	const concernedBy = async ({ operation, session, body }: Asked): Promise<string[]> => {
		if (!session || operation.path === CREATE_ORGANIZATION) return [];
		return organizationsConcerned(database, {
			// What does not fit the description is refused further on.
			body: operation.body?.safeParse(body).data,
			userId: session.user.id,
			active: session.session.activeOrganizationId,
		});
	};

	const changed = async (asked: Asked): Promise<AuthAnswer> => {
		const { operation, session, body } = asked;
		const { audit, path } = operation;
		const concerned = audit === undefined ? [] : await concernedBy(asked);
		const answer = await serveOf(path)(asked);
		if (!isSuccess(answer)) throw new Refused(answer);
		if (audit === undefined || !session) return answer;
		const { id } = Answered.parse(JSON.parse(answer.text));
		const organizationIds = path === CREATE_ORGANIZATION && id !== undefined ? [id] : concerned;
		await recordChange({
			action: audit,
			caller: callerOf(session),
			organizationIds,
			target: path,
			body,
		});
		return answer;
	};

	const served = async (asked: Asked): Promise<AuthAnswer> => {
		if (asked.operation.method === "get") return serveOf(asked.operation.path)(asked);
		try {
			return await atomically(() => changed(asked));
		} catch (error) {
			if (error instanceof Refused) return error.answer;
			throw error;
		}
	};

	return async (request, response) => {
		const path = request.baseUrl + request.path;
		const operation = operationFor(operations, { method: request.method, path }, response);
		const peer = peerOf(request);
		if (!UNLIMITED.includes(path))
			limit(networkOf(peer.address), path, LIMITS[path] ?? DEFAULT_LIMIT);
		const body = jsonOf(request.body);
		// The library would look at the body first, and tell anyone what is wrong with it.
		const session =
			operation.access === "session"
				? await auth.api.getSession({ headers: fromNodeHeaders(request.headers) })
				: null;
		if (operation.access === "session" && !session) throw new ApiError("AUTHENTICATION_REQUIRED");
		const query = checkedQuery(operation, request);
		const library: Asked["library"] = async (wanted, wantedQuery = query) => {
			const checked = { body: checkedBody(operation, wanted), query: wantedQuery };
			const answer = await auth.handler(libraryRequest(request, peer, checked));
			return { status: answer.status, headers: answer.headers, text: await answer.text() };
		};
		const answer = await served({
			operation,
			session: session ?? undefined,
			address: peer.address,
			body,
			query,
			library,
		});
		sendAuthAnswer(response, operation, answer);
	};
};
