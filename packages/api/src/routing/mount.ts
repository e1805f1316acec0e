import { isFile } from "@footfall/reports/export/file-answer";
import { ApiError } from "@footfall/shared/api-error";
import { recordRequest } from "@footfall/shared/request/recent-requests";
import type { Express, Request, RequestHandler } from "express";
import type { Credentials } from "../access/access.ts";
import {
	isKeptLines,
	sendFile,
	sendJson,
	sendLines,
	sendRevalidated,
	sendWebResponse,
} from "../http/answer.ts";
import { jsonBodyOf, readLargeBody } from "../http/body.ts";
import { disconnectSignalOf } from "../http/disconnect.ts";
import type { ClientError } from "../http/error-handler.ts";
import { isEventStream, sendEventStream } from "../http/event-stream.ts";
import type { Peer } from "../http/peer.ts";
import { searchOf } from "../http/search.ts";
import { createTaskLimit, type TaskLimit } from "../http/task-limit.ts";
import { type AdmitRequest, createAdmitRequest, type RunRouteOptions } from "./admit-request.ts";
import { presentedBy } from "./readmission.ts";
import type { Route } from "./route.ts";

export interface MountOptions extends RunRouteOptions {
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
}

/** `/api/sites/{site}` in Express's syntax. */
const expressPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

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
	admitRequest: AdmitRequest;
	exports: TaskLimit;
}

const handlerOf = (
	route: Route,
	options: MountOptions,
	{ admitRequest, exports }: Shared,
): RequestHandler => {
	const { credentialsOf, peerOf, clientError } = options;
	return async (request, response) => {
		const { headers, originalUrl, path, params } = request;
		const bodyBytes = Number(headers["content-length"] ?? 0);
		recordRequest(`${request.method} ${route.path}`, headers, bodyBytes, originalUrl.length);
		const signal = disconnectSignalOf(response);
		const search = searchOf(request);
		const setHeaders = (added: Readonly<Record<string, string>> = {}) => {
			for (const [name, value] of Object.entries(added)) response.setHeader(name, value);
		};
		if (route.challenge) setHeaders({ "WWW-Authenticate": route.challenge });
		const { answer, requester, timings } = await admitRequest(route, {
			...{ path, params, headers, search, setHeaders, signal },
			upload: request,
			readBody: async ({ body, largeBody }) => {
				if (largeBody) await readLargeBody(request, response, largeBody.maxBytes);
				return body && jsonBodyOf(request.body, largeBody?.structure);
			},
			credentials: (setKeyHeaders) => credentialsOf(request, search, setKeyHeaders),
			peer: peerOf(request),
			presented: presentedBy(request),
			clientErrorOf: (error) => clientError(error, request),
		});
		response.removeHeader("WWW-Authenticate");
		const respond = async () => {
			const answered = await answer();
			setHeaders(route.headers);
			if (answered instanceof Response) return sendWebResponse(response, answered);
			if (isEventStream(answered)) return sendEventStream(request, response, answered);
			const spent = timings.header();
			if (spent !== undefined) response.setHeader("Server-Timing", spent);
			if (route.files && isFile(answered)) return sendFile(response, answered);
			const check = (checked: unknown) => {
				if (options.checkResponses) route.response.parse(checked);
			};
			if (isKeptLines(answered)) return answered.sendKeptLines(response);
			if (route.lines) return sendLines(response, answered as AsyncIterable<unknown>, check);
			check(answered);
			if (route.revalidated) return sendRevalidated(request, response, answered);
			return sendJson(response, route.status ?? 200, answered);
		};
		if (!route.isExport) return respond();
		const tenant = `${requester.tenant} ${requester.caller}`;
		return exports(respond, { tenant, signal });
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
	const shared = { admitRequest: createAdmitRequest(options), exports: createExportLimit() };
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
