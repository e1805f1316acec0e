import { fromNodeHeaders } from "better-auth/node";
import type {
	Request as ExpressRequest,
	Response as ExpressResponse,
	RequestHandler,
} from "express";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { ApiError, codeOfStatus, errorBodyOf } from "../errors.ts";
import { sendError } from "../http/answer.ts";
import { jsonOf } from "../http/body.ts";
import type { Peer } from "../http/peer.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import type { RecordChange } from "./audit.ts";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.ts";
import type { AuthOperation } from "./auth-operations.ts";
import type { Caller } from "./caller.ts";
import { organizationsConcerned } from "./concerned-organizations.ts";
import { createOrganization } from "./create-organization.ts";
import { splitKeyUpdate } from "./key-update.ts";
import { createLockout } from "./lockout.ts";

const Refusal = z.object({ code: z.string().optional(), message: z.string().optional() });

const requestOf = (request: ExpressRequest, { address, origin }: Peer, body: unknown): Request => {
	const headers = fromNodeHeaders(request.headers);
	headers.set(CLIENT_ADDRESS_HEADER, address);
	const hasBody = request.method !== "GET" && request.method !== "HEAD";
	// The body was read whatever type it claimed, and is written anew.
	for (const name of ["content-type", "content-length", "content-encoding"]) headers.delete(name);
	if (hasBody) headers.set("content-type", "application/json");
	return new Request(new URL(request.originalUrl, origin || "http://localhost"), {
		method: request.method,
		headers,
		...(hasBody ? { body: JSON.stringify(body) } : {}),
	});
};

const copyHeaders = (from: Headers, to: ExpressResponse): void => {
	for (const [name, value] of from)
		if (name !== "set-cookie" && name !== "content-length") to.setHeader(name, value);
	const cookies = from.getSetCookie();
	if (cookies.length > 0) to.setHeader("Set-Cookie", cookies);
	const retryAfter = from.get("x-retry-after");
	if (retryAfter !== null) to.setHeader("Retry-After", retryAfter);
};

/** The library's refusal in the form of every other: its own code and message stay. */
const errorOf = (answer: Response, text: string) => {
	const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
	const own = isJson ? Refusal.parse(JSON.parse(text)) : {};
	if (answer.status === 404 && !isJson) return errorBodyOf(new ApiError("API_ROUTE_NOT_FOUND"));
	const error = errorBodyOf(new ApiError(codeOfStatus(answer.status)));
	const { code = error.code, message = error.message } = own;
	return { ...error, error: message, code, message };
};

export interface AuthService {
	auth: Auth;
	peerOf: (request: ExpressRequest) => Peer;
	operations: readonly AuthOperation[];
	database: Database;
	recordChange: RecordChange;
}

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };
const CREATE_ORGANIZATION = "/api/auth/organization/create";

/** Ends with what is sent: the library's answer, or what became of it. */
type Handle = (body: unknown) => Promise<{ answer: Response; text: string }>;

const Answered = z.object({ id: z.string().optional().catch(undefined) });

type Session = Awaited<ReturnType<Auth["api"]["getSession"]>>;

const callerOf = (session: Session): Caller | undefined =>
	session
		? {
				via: "session",
				user: { ...session.user, isSystemAdmin: session.user.isSystemAdmin === true },
				permissions: null,
			}
		: undefined;

/**
 * Hands the requests that are described to the auth library, and adds what it does not do: the lock on an
 * account that is being guessed at, limits of keys, and the audit log.
 */
export const serveAuth = (service: AuthService): RequestHandler => {
	const { auth, peerOf, operations, database, recordChange } = service;
	const lockout = createLockout(database);

	const operationFor = (method: string, path: string, response: ExpressResponse) => {
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

	const guarded = async (email: unknown, body: unknown, handle: Handle) => {
		if (typeof email !== "string") return handle(body);
		await lockout.attempt(email);
		const done = await handle(body);
		if (done.answer.ok) await lockout.succeeded(email);
		return done;
	};

	const updatingKey = async (body: unknown, handle: Handle) => {
		const split = await splitKeyUpdate(database, body);
		const { answer, text } = await handle(split.body);
		if (!answer.ok) return { answer, text };
		return { answer, text: JSON.stringify(await split.finish(JSON.parse(text))) };
	};

	/** What the library does in several steps and this server in one. */
	const atOnce: Readonly<Record<string, typeof createOrganization | typeof acceptInvitation>> = {
		[CREATE_ORGANIZATION]: createOrganization,
		"/api/auth/organization/accept-invitation": acceptInvitation,
	};

	const doneAtOnce = async (
		change: typeof createOrganization | typeof acceptInvitation,
		{ user, session }: NonNullable<Session>,
		body: unknown,
	) => {
		const caller = { userId: user.id, email: user.email, sessionId: session.id };
		const text = JSON.stringify(await change(database, caller, body));
		return { answer: new Response(text, { headers: JSON_TYPE }), text };
	};

	const audited = async (
		operation: AuthOperation,
		session: Session,
		body: unknown,
		handle: () => ReturnType<Handle>,
	) => {
		const caller = callerOf(session);
		if (operation.audit === undefined || !session || !caller) return handle();
		const isNew = operation.path === CREATE_ORGANIZATION;
		const concerned = isNew
			? []
			: await organizationsConcerned(database, {
					body,
					userId: session.user.id,
					active: session.session.activeOrganizationId,
				});
		const done = await handle();
		if (done.answer.ok) {
			const { id } = Answered.catch({}).parse(JSON.parse(done.text));
			await recordChange({
				action: operation.audit,
				caller,
				organizationIds: isNew && id !== undefined ? [id] : concerned,
				target: operation.path,
				body,
			});
		}
		return done;
	};

	return async (request, response) => {
		const path = request.baseUrl + request.path;
		const operation = operationFor(request.method, path, response);
		const given = jsonOf(request.body);
		const handle: Handle = async (body) => {
			const answer = await auth.handler(requestOf(request, peerOf(request), body));
			return { answer, text: await answer.text() };
		};
		// The library would look at the body first, and tell anyone what is wrong with it.
		const session =
			operation.access === "session"
				? await auth.api.getSession({ headers: fromNodeHeaders(request.headers) })
				: null;
		if (operation.access === "session" && !session) throw new ApiError("AUTHENTICATION_REQUIRED");
		const { answer, text } = await audited(operation, session, given, () => {
			const change = session && atOnce[path];
			if (change) return doneAtOnce(change, session, given);
			if (path === "/api/auth/sign-in/email")
				return guarded((given as { email?: unknown } | null)?.email, given, handle);
			return path === "/api/auth/api-key/update" ? updatingKey(given, handle) : handle(given);
		});
		copyHeaders(answer.headers, response);
		response.setHeader("Cache-Control", "no-store");
		response.setHeader("X-Content-Type-Options", "nosniff");
		if (answer.status >= 400) sendError(response, answer.status, errorOf(answer, text));
		else response.status(answer.status).send(text);
	};
};
