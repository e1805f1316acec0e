import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ApiError, type Issue } from "@footfall/shared/api-error";
import { LIVE_FEED_HEADER } from "@footfall/shared/live/live-feed";
import type { Requester } from "@footfall/store";
import type { AnyGrant, Credentials } from "../access/access.ts";
import type { Guard } from "../access/guard.ts";
import { requireUnmoved } from "../access/require-unmoved.ts";
import type { Site } from "../access/site.ts";
import {
	type Change,
	organizationsOfUser,
	recordChange,
	recordPendingChange,
} from "../audit/record-change.ts";
import { atomically, outsideTransaction } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { checked, refuseUnknown, refuseWith, requireKnownFields } from "../http/invalid-body.ts";
import { parameterNames, type RequireKnownParameters } from "../http/known-parameters.ts";
import type { Peer } from "../http/peer.ts";
import { firstValues } from "../http/search.ts";
import { requireStorable } from "../http/storable.ts";
import { createTaskLimit } from "../http/task-limit.ts";
import { createTimings, type Timings } from "../http/timings.ts";
import { createReadmission } from "./readmission.ts";
import { requesterOf } from "./requester.ts";
import type { CallRoute, Route } from "./route.ts";

type SetHeaders = (headers: Readonly<Record<string, string>>) => void;

/** A request for a route: one over HTTP, or a call of another route on behalf of its caller. */
export interface RouteRequest {
	path: string;
	/** Path parameters, those of the guard included. */
	params: Readonly<Record<string, unknown>>;
	headers: IncomingHttpHeaders;
	search: URLSearchParams;
	/** The request over HTTP; absent in a call of another route. */
	upload?: IncomingMessage;
	/** Reads the body; called once the caller is admitted. */
	readBody(route: Route): Promise<unknown>;
	/** @param setHeaders called with the rate limit headers of a limited key */
	credentials(setHeaders: SetHeaders): Credentials;
	setHeaders: SetHeaders;
	peer: Pick<Peer, "address" | "origin">;
	signal: AbortSignal;
	/** Everything that determines the caller's rights; equal for all requests with the same credentials. */
	presented: string;
	clientErrorOf(error: unknown): ApiError;
}

/** A request whose caller is admitted. */
export interface AdmittedRequest {
	requester: Requester;
	timings: Timings;
	/** Checks the rest of the request, and resolves to what the route's handler answers. */
	answer(): Promise<unknown>;
}

export interface RunRouteOptions {
	database: Database;
	guard: Guard;
	requireKnownParameters: RequireKnownParameters;
}

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
const targetOf = ({ path, params }: Pick<RouteRequest, "path" | "params">): string =>
	params["userId"] === undefined
		? path
		: path.slice(0, path.lastIndexOf("/users/") + "/users".length);

const nothingToRecord = async () => {};

/** Commits a route's change together with its audit entry, or neither; neither if its site was moved meanwhile. */
const audited = (
	make: (recordPending: () => Promise<void>) => Promise<unknown>,
	changeOf: () => Promise<Change>,
	{ database, site }: { database: Database; site: Site | undefined },
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
		if (site) await requireUnmoved(database, site);
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

/** The same caller for another route, whose credential is not looked up and counted again. */
const credentialsOf = ({ caller }: AnyGrant): Credentials => ({
	key: async () => (caller?.via === "session" ? undefined : caller),
	session: async () => (caller?.via === "session" ? caller : undefined),
});

/** `/api/sites/{site}` with the value of each parameter. */
const filledPath = (path: string, params: Readonly<Record<string, string>>): string =>
	path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

/** Checks requests for routes, and answers those that are admitted. */
export const createAdmitRequest = ({
	database,
	guard,
	requireKnownParameters,
}: RunRouteOptions) => {
	const readmission = createReadmission();
	const largeBodies = createLargeBodyLimit();

	/** @throws ApiError for a caller or parameters that the route does not take */
	const admitRequest = async (route: Route, request: RouteRequest): Promise<AdmittedRequest> => {
		const { headers, search, params, presented, signal, clientErrorOf } = request;
		const refuse = route.refuseBody ?? refuseBody;
		// The context's type was checked where the route was defined; here it is only assembled.
		const handle = route.handle as (context: unknown) => Promise<unknown>;
		const timings = createTimings();
		requireStorable([...Object.values(params).map(String), ...search.values()]);
		const admit = (setKeyHeaders: SetHeaders) =>
			guard(route.access, {
				headers,
				query: search,
				target: String(params["site"] ?? params["organizationId"] ?? ""),
				credentials: request.credentials(setKeyHeaders),
				forbidden: route.forbidden,
				isChange: route.method !== "get" && !route.isQuestion,
			});
		const grant = await admit(request.setHeaders);
		requireKnownParameters(search.keys(), parameterNames(route.query));
		const { address, origin } = request.peer;
		const requester = requesterOf(grant, address);
		const callRoute: CallRoute = async (other, { params: of = {}, query = {}, body }) => {
			const path = filledPath(other.path, of);
			const admitted = await admitRequest(other, {
				...{ path, params: of, headers: {}, search: new URLSearchParams(query) },
				readBody: async () => body,
				credentials: () => credentialsOf(grant),
				setHeaders: () => {},
				...{ peer: request.peer, signal, clientErrorOf },
				presented: `${presented} ${path}`,
			});
			return admitted.answer();
		};
		const work = async () => {
			const body = await request.readBody(route);
			if (route.body)
				requireKnownFields(route.body, body, {
					echoed: route.echoed ?? [],
					refuse: refuseUnknown(refuse),
				});
			const noted: Record<string, string> = {};
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
				clientErrorOf,
				presented,
				headers,
				upload: route.multipart && request.upload,
				callRoute,
				readmit: () => readmission(presented, () => admit(() => {})),
				lastEventId: headers["last-event-id"]?.toString(),
				liveFeed: headers[LIVE_FEED_HEADER]?.toString(),
				recordPending: nothingToRecord,
				noteInAudit: (values: Readonly<Record<string, string>>) => Object.assign(noted, values),
			};
			const { audit } = route;
			if (audit === undefined) return await handle(context);
			return await audited(
				(recordPending) => handle({ ...context, recordPending }),
				async () => ({
					action: audit,
					caller: grant.caller,
					organizationIds: await organizationsConcerned(database, grant),
					target: targetOf(request),
					body,
					noted,
				}),
				{ database, site: route.movesSite ? undefined : grant.site },
			);
		};
		const answer = () =>
			route.largeBody || route.multipart
				? largeBodies(work, { tenant: requester.tenant, signal })
				: work();
		return { requester, timings, answer };
	};
	return admitRequest;
};
export type AdmitRequest = ReturnType<typeof createAdmitRequest>;
