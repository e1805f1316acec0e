import { isFile } from "@footfall/reports/export/file-answer";
import { ApiError, type Issue } from "@footfall/shared/api-error";
import { LIVE_FEED_HEADER } from "@footfall/shared/live/live-feed";
import { recordRequest } from "@footfall/shared/request/recent-requests";
import type { Express, Request, RequestHandler } from "express";
import type { AnyGrant, Credentials } from "../access/access.ts";
import type { Guard } from "../access/guard.ts";
import {
	type Change,
	organizationsOfUser,
	recordChange,
	recordPendingChange,
} from "../audit/record-change.ts";
import { atomically, outsideTransaction } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { isKeptLines, sendFile, sendJson, sendLines, sendRevalidated } from "../http/answer.ts";
import { jsonBodyOf, readLargeBody } from "../http/body.ts";
import { disconnectSignalOf } from "../http/disconnect.ts";
import type { ClientError } from "../http/error-handler.ts";
import { isEventStream, sendEventStream } from "../http/event-stream.ts";
import { checked, refuseUnknown, refuseWith, requireKnownFields } from "../http/invalid-body.ts";
import { parameterNames, type RequireKnownParameters } from "../http/known-parameters.ts";
import type { Peer } from "../http/peer.ts";
import { firstValues, searchOf } from "../http/search.ts";
import { requireStorable } from "../http/storable.ts";
import { createTaskLimit, type TaskLimit } from "../http/task-limit.ts";
import { createTimings } from "../http/timings.ts";
import { createReadmission, presentedBy, type Readmission } from "./readmission.ts";
import { requesterOf } from "./requester.ts";
import type { Route } from "./route.ts";

export interface MountOptions {
	database: Database;
	guard: Guard;
	/** @param setHeaders called with the rate limit headers of a limited key */
	credentialsOf: (
		request: Request,
		query: URLSearchParams,
		setHeaders: (headers: Readonly<Record<string, string>>) => void,
	) => Credentials;
	peerOf: (request: Request) => Peer;
	/** Checks each answer against its route's schema and throws where they differ: for tests. */
	checkResponses?: boolean;
	clientError: ClientError;
	requireKnownParameters: RequireKnownParameters;
}

/** `/api/sites/{site}` in Express's syntax. */
const expressPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

const refuseParams = (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", issues.map(({ message }) => message).join("; "));

const refuseBody = refuseWith("Invalid request body");

const organizationsConcerned = async (
	database: Database,
	{ caller, organizationId, site }: AnyGrant,
): Promise<string[]> => {
	const organization = organizationId ?? site?.organizationId;
	if (organization !== undefined) return [organization];
	return caller && caller.via !== "organization-key"
		? organizationsOfUser(database, caller.user.id)
		: [];
};

/** The request's path, cut before the id of a person: the log of an erasure must not keep the erased id. */
const targetOf = ({ path, params }: Request): string =>
	params["userId"] === undefined
		? path
		: path.slice(0, path.lastIndexOf("/users/") + "/users".length);

const nothingToRecord = async () => {};

/** Commits a route's change together with its audit entry, or neither. */
const audited = (
	make: (recordPending: () => Promise<void>) => Promise<unknown>,
	changeOf: () => Promise<Change>,
	database: Database,
): Promise<unknown> => {
	let complete: (() => Promise<void>) | undefined;
	const recordPending = () =>
		outsideTransaction(async () => {
			complete = await recordPendingChange(database, await changeOf());
		});
	return atomically(async () => {
		const answer = await make(recordPending);
		if (complete) await complete();
		else await recordChange(database, await changeOf());
		return answer;
	});
};

/** A body of 50 MB takes a few hundred MB while it is converted to rows; waiting bodies are not read yet. */
const createLargeBodyLimit = () =>
	createTaskLimit({
		atOnce: 3,
		maxPerTenant: 1,
		maxWaiting: 50,
		maxWaitMs: 30_000,
		busy: () => new ApiError("UNAVAILABLE", "Too many large bodies are waiting to be read"),
	});

/** Concurrent exports of one caller. */
const EXPORTS_AT_ONCE = 2;

/** An export reads for seconds at a time: many at once would slow every report of the site. */
const createExportLimit = () =>
	createTaskLimit({
		atOnce: 12,
		maxPerTenant: EXPORTS_AT_ONCE,
		maxWaiting: 200,
		maxWaitMs: 60_000,
		busy: () =>
			new ApiError(
				"UNAVAILABLE",
				`You can run ${EXPORTS_AT_ONCE} exports at a time, and this one has waited for a minute: let the others end first`,
				{ retryAfter: 60 },
			),
	});

/** Dependencies shared by all routes. */
interface Shared {
	readmission: Readmission;
	largeBodies: TaskLimit;
	exports: TaskLimit;
}

const handlerOf = (route: Route, options: MountOptions, shared: Shared): RequestHandler => {
	const { database, guard, credentialsOf, peerOf, clientError, requireKnownParameters } = options;
	const ownParameters = parameterNames(route.query);
	const refuse = route.refuseBody ?? refuseBody;
	// The context's type was checked where the route was defined; here it is only assembled.
	const handle = route.handle as (context: unknown) => Promise<unknown>;
	return async (request, response) => {
		const { headers, originalUrl } = request;
		const bodyBytes = Number(headers["content-length"] ?? 0);
		recordRequest(`${request.method} ${route.path}`, headers, bodyBytes, originalUrl.length);
		const timings = createTimings();
		const signal = disconnectSignalOf(response);
		const search = searchOf(request);
		const { params } = request;
		requireStorable([...Object.values(params).map(String), ...search.values()]);
		const setHeaders = (headers: Readonly<Record<string, string>> = {}) => {
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
		};
		const admit = (setKeyHeaders: typeof setHeaders) =>
			guard(route.access, {
				headers: request.headers,
				query: search,
				target: String(params["site"] ?? params["organizationId"] ?? ""),
				credentials: credentialsOf(request, search, setKeyHeaders),
				forbidden: route.forbidden,
			});
		const grant = await admit(setHeaders);
		requireKnownParameters(search.keys(), ownParameters);
		const { address, origin } = peerOf(request);
		const requester = requesterOf(grant, address);
		const presented = presentedBy(request);
		const { audit, largeBody } = route;
		const work = async () => {
			if (largeBody) await readLargeBody(request, response, largeBody.maxBytes);
			const body = route.body && jsonBodyOf(request.body, largeBody?.structure);
			if (route.body)
				requireKnownFields(route.body, body, {
					echoed: route.echoed ?? [],
					refuse: refuseUnknown(refuse),
				});
			const context = {
				...grant,
				params: route.params && checked(route.params, params, refuseParams),
				query: route.query && checked(route.query, firstValues(search), refuseParams),
				body: route.body && checked(route.body, body, refuse),
				origin,
				address,
				timings,
				requester,
				signal,
				clientErrorOf: (error: unknown) => clientError(error, request),
				presented,
				readmit: () => shared.readmission(presented, () => admit(() => {})),
				lastEventId: request.headers["last-event-id"]?.toString(),
				liveFeed: request.headers[LIVE_FEED_HEADER]?.toString(),
				recordPending: nothingToRecord,
			};
			if (audit === undefined) return await handle(context);
			return await audited(
				(recordPending) => handle({ ...context, recordPending }),
				async () => ({
					action: audit,
					caller: grant.caller,
					organizationIds: await organizationsConcerned(database, grant),
					target: targetOf(request),
					body,
				}),
				database,
			);
		};
		const respond = async () => {
			const answer = await (largeBody
				? shared.largeBodies(work, { tenant: requester.tenant, signal })
				: work());
			setHeaders(route.headers);
			if (isEventStream(answer)) return sendEventStream(request, response, answer);
			const spent = timings.header();
			if (spent !== undefined) response.setHeader("Server-Timing", spent);
			if (route.files && isFile(answer)) return sendFile(response, answer);
			const check = (checked: unknown) => {
				if (options.checkResponses) route.response.parse(checked);
			};
			if (isKeptLines(answer)) return answer.sendKeptLines(response);
			if (route.lines) return sendLines(response, answer as AsyncIterable<unknown>, check);
			check(answer);
			if (route.revalidated) return sendRevalidated(request, response, answer);
			return sendJson(response, route.status ?? 200, answer);
		};
		if (!route.isExport) return respond();
		const tenant = `${requester.tenant} ${requester.caller}`;
		return shared.exports(respond, { tenant, signal });
	};
};

/** Fixed segments before parameters, so that `/sessions/locations` is not taken for a session's id. */
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
	const shared = {
		largeBodies: createLargeBodyLimit(),
		exports: createExportLimit(),
		readmission: createReadmission(),
	};
	for (const { path, route } of mounted) {
		app[route.method](expressPath(path), handlerOf(route, options, shared));
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
