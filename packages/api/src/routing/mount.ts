import { isFile } from "@footfall/reports/export/file-answer";
import { ApiError, type Issue } from "@footfall/shared/api-error";
import type { Express, Request, RequestHandler } from "express";
import type { z } from "zod";
import type { Guard } from "../access/guard.ts";
import type { AnnounceChange, Change, RecordChange } from "../audit/audit.ts";
import { apart, atomically } from "../database/atomically.ts";
import { sendFile, sendJson, sendRevalidated } from "../http/answer.ts";
import { jsonOf, readLargeBody } from "../http/body.ts";
import { goneSignalOf } from "../http/gone.ts";
import { requireStorable } from "../http/storable.ts";
import { createTimings } from "../http/timings.ts";
import { headersOf, type KeyStanding } from "../keys/key-limit.ts";
import type { Credentials } from "../sign-in/authenticate.ts";
import { createLargeBodies, type LargeBodies } from "./large-bodies.ts";
import { type Found, requesterOf } from "./requester.ts";
import type { Route } from "./route.ts";

export interface MountOptions {
	guard: Guard;
	credentialsOf: (
		request: Request,
		query: URLSearchParams,
		note: (standing: KeyStanding) => void,
	) => Credentials;
	originOf: (request: Request) => string;
	/** The client's address, "" when unknown. */
	addressOf: (request: Request) => string;
	recordChange: RecordChange;
	announceChange: AnnounceChange;
	/** The organizations that a change of a person's own concerns. */
	organizationsOf: (userId: string) => Promise<string[]>;
	/** Checks every answer against its route's schema and fails where they differ: for tests. */
	checkResponses?: boolean;
}

/** `/api/sites/{site}` as Express writes it. */
const expressPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

const check = (
	schema: z.ZodType | undefined,
	value: unknown,
	refuse: (issues: readonly Issue[]) => ApiError,
): unknown => {
	if (!schema) return undefined;
	const checked = schema.safeParse(value);
	if (!checked.success) throw refuse(checked.error.issues);
	return checked.data;
};

const detailsOf = (issues: readonly Issue[]) =>
	issues.map(({ path, message }) => ({ path: path.join("."), message }));

const refuseParams = (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", issues.map(({ message }) => message).join("; "));

const refuseBody = (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", "Invalid request body", { details: detailsOf(issues) });

/** The first value of each parameter; an empty one is absent. */
export const firstValues = (query: URLSearchParams): Record<string, string> => {
	const values = new Map<string, string>();
	for (const [name, value] of query) if (!values.has(name)) values.set(name, value);
	return Object.fromEntries([...values].filter(([, value]) => value !== ""));
};

/** `a?b=c` → `b=c`, as the client sent it. */
export const searchOf = (request: Request): URLSearchParams => {
	const start = request.url.indexOf("?");
	return new URLSearchParams(start === -1 ? "" : request.url.slice(start + 1));
};

const concernedBy = async (
	{ caller, organizationId, site }: Found,
	organizationsOf: MountOptions["organizationsOf"],
): Promise<string[]> => {
	const organization = organizationId ?? site?.organizationId;
	if (organization !== undefined) return [organization];
	return caller && caller.via !== "organization-key" ? organizationsOf(caller.user.id) : [];
};

/** The path that was asked, up to the id of a person: the log of an erasure must not keep whom it erased. */
const targetOf = ({ path, params }: Request): string =>
	params["userId"] === undefined
		? path
		: path.slice(0, path.lastIndexOf("/users/") + "/users".length);

/** For routes without an audit entry. */
const nothingToAnnounce = async () => {};

/** Makes a route's change and writes it down, both or neither. */
const audited = (
	make: (announce: () => Promise<void>) => Promise<unknown>,
	changeOf: () => Promise<Change>,
	{ recordChange, announceChange }: MountOptions,
): Promise<unknown> => {
	let complete: (() => Promise<void>) | undefined;
	const announce = () =>
		apart(async () => {
			complete = await announceChange(await changeOf());
		});
	return atomically(async () => {
		const answer = await make(announce);
		if (complete) await complete();
		else await recordChange(await changeOf());
		return answer;
	});
};

const handlerOf = (
	route: Route,
	options: MountOptions,
	largeBodies: LargeBodies,
): RequestHandler => {
	// The context's type was checked where the route was written; here it is only put together.
	const handle = route.handle as (context: unknown) => Promise<unknown>;
	return async (request, response) => {
		const timings = createTimings();
		const signal = goneSignalOf(response);
		const search = searchOf(request);
		const { params } = request;
		requireStorable([...Object.values(params).map(String), ...search.values()]);
		const note = (standing: KeyStanding) => {
			for (const [name, value] of Object.entries(headersOf(standing)))
				response.setHeader(name, value);
		};
		const granted: Found = await options.guard(route.access, {
			headers: request.headers,
			query: search,
			target: String(params["site"] ?? params["organizationId"] ?? ""),
			credentials: options.credentialsOf(request, search, note),
			forbidden: route.forbidden,
		});
		const requester = requesterOf(granted, options.addressOf(request));
		const { audit, largeBody } = route;
		const work = async () => {
			if (largeBody) await readLargeBody(request, response, largeBody.maxBytes);
			const body = route.body && jsonOf(request.body, largeBody?.structure);
			const context = {
				...granted,
				params: check(route.params, params, refuseParams),
				query: check(route.query, firstValues(search), route.refuseQuery ?? refuseParams),
				body: route.body && check(route.body, body, route.refuseBody ?? refuseBody),
				origin: options.originOf(request),
				timings,
				requester,
				signal,
				announce: nothingToAnnounce,
			};
			if (audit === undefined) return await handle(context);
			return await audited(
				(announce) => handle({ ...context, announce }),
				async () => ({
					action: audit,
					caller: granted.caller,
					organizationIds: await concernedBy(granted, options.organizationsOf),
					target: targetOf(request),
					body,
				}),
				options,
			);
		};
		const answer = await (largeBody ? largeBodies(requester.tenant, signal, work) : work());
		for (const [name, value] of Object.entries(route.headers ?? {}))
			response.setHeader(name, value);
		const spent = timings.header();
		if (spent !== undefined) response.setHeader("Server-Timing", spent);
		if (route.files && isFile(answer)) return sendFile(response, answer);
		if (options.checkResponses) route.response.parse(answer);
		if (route.revalidated) return sendRevalidated(request, response, answer);
		sendJson(response, route.status ?? 200, answer);
	};
};

/** Fixed segments before parameters, so that `/sessions/locations` is no session's id. */
const parameterCount = (path: string) => path.split("{").length;

/** Adds the routes to the app, and a 405 for the other methods of their paths. */
export const mountRoutes = (
	app: Express,
	routes: readonly Route[],
	options: MountOptions,
): void => {
	const mounted = routes
		.flatMap((route) => [route.path, ...(route.aliases ?? [])].map((path) => ({ path, route })))
		.sort((one, other) => parameterCount(one.path) - parameterCount(other.path));
	const methods = new Map<string, Set<string>>();
	const largeBodies = createLargeBodies();
	for (const { path, route } of mounted) {
		app[route.method](expressPath(path), handlerOf(route, options, largeBodies));
		const known = methods.get(path) ?? new Set();
		known.add(route.method.toUpperCase());
		if (route.method === "get") known.add("HEAD");
		methods.set(path, known);
	}
	for (const [path, allowed] of methods)
		app.all(expressPath(path), (_request, response) => {
			response.setHeader("Allow", [...allowed].sort().join(", "));
			throw new ApiError("METHOD_NOT_ALLOWED");
		});
};
