import { ApiError } from "@footfall/shared/api-error";
import { networkOf } from "@footfall/shared/ip-range";
import type { Logger } from "@footfall/shared/logger";
import { fromNodeHeaders } from "better-auth/node";
import type {
	Request as ExpressRequest,
	Response as ExpressResponse,
	RequestHandler,
} from "express";
import { z } from "zod";
import { secondFactorRequired } from "../access/second-factor.ts";
import type { ReadClient } from "../account-activity/read-client.ts";
import { recordChange } from "../audit/record-change.ts";
import { atomically } from "../database/atomically.ts";
import { jsonBodyOf } from "../http/body.ts";
import { parameterNames, type RequireKnownParameters } from "../http/known-parameters.ts";
import type { Peer } from "../http/peer.ts";
import { searchOf } from "../http/search.ts";
import { organizationsConcerned } from "../organizations/organizations-concerned.ts";
import { sessionState } from "../second-factor/factor-state.ts";
import type { ProviderChecks } from "../single-sign-on/provider-checks.ts";
import { SEND_VERIFICATION, SIGN_UP, VERIFY_EMAIL } from "./account-handlers.ts";
import type { Auth } from "./auth.ts";
import { type AuthAnswer, isSuccess, sendAuthAnswer } from "./auth-answer.ts";
import type { AuthContext } from "./auth-context.ts";
import {
	type AuthHandlerOptions,
	CHANGE_PASSWORD,
	CREATE_ORGANIZATION,
	createAuthHandlers,
	READ_INVITATION,
	SIGN_IN,
	UNLIMITED,
	UPDATE_EMAIL,
} from "./auth-handlers.ts";
import type { AuthOperation } from "./auth-operation.ts";
import { checkedBody, checkedQuery, libraryRequest, requireKnownBody } from "./auth-request.ts";
import { keepProvider, type ProviderTie, providerTieOf } from "./keep-provider.ts";
import { createRequestLimit, type RequestLimit } from "./request-limit.ts";
import { createSignInAttempts, type OpenAttempt } from "./sign-in-attempts.ts";

export interface AuthServiceOptions extends AuthHandlerOptions {
	auth: Auth;
	peerOf: (request: ExpressRequest) => Peer;
	operations: readonly AuthOperation[];
	requireKnownParameters: RequireKnownParameters;
	/** Whether a session that began with a provider may go on. */
	isVouchedFor: ProviderChecks;
	readClient: ReadClient;
	logger: Logger;
}

/** Limits by the cost of a request, or by what it allows to guess. */
const DEFAULT_LIMIT: RequestLimit = { requests: 100, windowMs: 10_000 };
/**
 * Allows for an office that starts its day behind one address; sign-in-limits.ts slows down wrong passwords long
 * before.
 */
const PASSWORD_LIMIT: RequestLimit = { requests: 30, windowMs: 10_000 };
const VERIFY_CODE = "/api/auth/two-factor/verify-totp";
/** They sign in; or renew the session of somebody who is signed in, and proves a second factor. */
const PROVES_FACTOR = [VERIFY_CODE, "/api/auth/passkey/verify-authentication"];
const LIMITS: Readonly<Record<string, RequestLimit>> = {
	[SIGN_IN]: PASSWORD_LIMIT,
	[CHANGE_PASSWORD]: PASSWORD_LIMIT,
	[UPDATE_EMAIL]: PASSWORD_LIMIT,
	"/api/auth/set-first-password": PASSWORD_LIMIT,
	[SIGN_UP]: PASSWORD_LIMIT,
	[VERIFY_EMAIL]: { requests: 10, windowMs: 10_000 },
	[READ_INVITATION]: { requests: 10, windowMs: 10_000 },
	[SEND_VERIFICATION]: { requests: 3, windowMs: 60_000 },
	"/api/auth/two-factor/enable": PASSWORD_LIMIT,
	"/api/auth/two-factor/disable": PASSWORD_LIMIT,
	"/api/auth/two-factor/generate-backup-codes": PASSWORD_LIMIT,
	"/api/auth/confirm-identity": PASSWORD_LIMIT,
	[VERIFY_CODE]: { requests: 10, windowMs: 10_000 },
	"/api/auth/two-factor/verify-backup-code": { requests: 10, windowMs: 10_000 },
	"/api/auth/sign-in-link": { requests: 10, windowMs: 10_000 },
	"/api/auth/request-password-reset": { requests: 3, windowMs: 60_000 },
};

/** Carries an error answer out of the transaction that it rolls back. */
class RefusedError extends Error {
	readonly answer: AuthAnswer;
	constructor(answer: AuthAnswer) {
		super("refused");
		this.answer = answer;
	}
}

const WithId = z.object({ id: z.string().optional().catch(undefined) }).catch({});

/** The described operation of a request. @throws ApiError 404 or 405 */
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
 * Forwards described requests to the auth library, and adds what it lacks: input checks, limits against guessing, limits
 * of keys, and the audit log. A change and its audit entry are one transaction.
 */
export const serveAuth = (options: AuthServiceOptions): RequestHandler => {
	const { auth, peerOf, operations, database, requireKnownParameters, isVouchedFor } = options;
	const limit = createRequestLimit();
	const handlerOf = createAuthHandlers(options);
	const attemptOf = createSignInAttempts(options);

	/** @throws ApiError 401 for a session whose provider does not vouch for it, 403 for one without a second factor */
	const requireValid = async (token: string, { withoutFactor }: AuthOperation): Promise<void> => {
		const state = await sessionState(database, token);
		const isOver = !state || (state.checkedAt && !(await isVouchedFor(state.id, state.checkedAt)));
		if (isOver) throw new ApiError("AUTHENTICATION_REQUIRED");
		if (state.lacksFactor && !withoutFactor) throw secondFactorRequired();
	};

	/** The organizations that a change concerns; call it before the change, which may delete records. */
	const concernedBy = async ({ operation, session, body }: AuthContext): Promise<string[]> => {
		if (!session || operation.path === CREATE_ORGANIZATION) return [];
		return organizationsConcerned(database, {
			// A body that does not match the description is rejected later.
			body: operation.body?.safeParse(body).data,
			userId: session.user.id,
			active: session.session.activeOrganizationId,
		});
	};

	const change = async (
		context: AuthContext,
		tie: ProviderTie | undefined,
	): Promise<AuthAnswer> => {
		const { operation, session, body } = context;
		const { audit, path } = operation;
		const concerned = audit === undefined ? [] : await concernedBy(context);
		const answer = await handlerOf(path)(context);
		if (!isSuccess(answer)) {
			if (operation.keepsRefusals) return answer;
			throw new RefusedError(answer);
		}
		if (tie) await keepProvider(database, auth, { tie, answer });
		if (audit === undefined || !session) return answer;
		const { id } = WithId.parse(JSON.parse(answer.text));
		await recordChange(database, {
			action: audit,
			caller: {
				via: "session",
				user: { ...session.user, isSystemAdmin: session.user.isSystemAdmin === true },
				permissions: null,
			},
			organizationIds: path === CREATE_ORGANIZATION && id !== undefined ? [id] : concerned,
			target: path,
			body,
		});
		return answer;
	};

	const answerOf = async (
		context: AuthContext,
		{ attempt, tie }: { attempt: OpenAttempt | undefined; tie: ProviderTie | undefined },
	): Promise<AuthAnswer> => {
		if (context.operation.method === "get") return handlerOf(context.operation.path)(context);
		try {
			return await atomically(async () => {
				const answer = await change(context, tie);
				if (isSuccess(answer)) await attempt?.succeeded(answer);
				return answer;
			});
		} catch (error) {
			if (error instanceof RefusedError) return error.answer;
			throw error;
		}
	};

	return async (request, response) => {
		const path = request.baseUrl + request.path;
		const operation = operationFor(operations, { method: request.method, path }, response);
		const peer = peerOf(request);
		if (!UNLIMITED.includes(path))
			limit(networkOf(peer.address), path, LIMITS[path] ?? DEFAULT_LIMIT);
		const body = jsonBodyOf(request.body);
		// The library would check the body first, and reveal its errors to strangers.
		const session =
			operation.access === "session"
				? await auth.api.getSession({ headers: fromNodeHeaders(request.headers) })
				: null;
		if (operation.access === "session" && !session) throw new ApiError("AUTHENTICATION_REQUIRED");
		if (session) await requireValid(session.session.token, operation);
		requireKnownParameters(searchOf(request).keys(), parameterNames(operation.query));
		requireKnownBody(operation, body);
		const query = checkedQuery(operation, request);
		const callLibrary: AuthContext["callLibrary"] = async (wanted, wantedQuery = query) => {
			const checked = { body: checkedBody(operation, wanted), query: wantedQuery };
			const answer = await auth.handler(libraryRequest(request, peer, checked));
			return { status: answer.status, headers: answer.headers, text: await answer.text() };
		};
		const { address } = peer;
		const mayRenew = operation.access === "session" || PROVES_FACTOR.includes(path);
		const tie = mayRenew ? await providerTieOf(database, auth, request.headers.cookie) : undefined;
		const attempt = await attemptOf(path, body, { headers: request.headers, address });
		const answer = await answerOf(
			{ operation, session: session ?? undefined, address, body, query, callLibrary },
			{ attempt, tie },
		);
		sendAuthAnswer(response, operation, answer);
		if (!isSuccess(answer)) await attempt?.failed(answer);
	};
};
