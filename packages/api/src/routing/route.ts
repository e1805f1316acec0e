import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FileAnswer } from "@footfall/reports/export/file-answer";
import type { ApiError, Issue } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import type { Requester } from "@footfall/store";
import type { z } from "zod";
import type { Access, AnyGrant, Grant } from "../access/access.ts";
import type { KeptLines } from "../http/answer.ts";
import type { BodyStructure } from "../http/body.ts";
import type { EventStreamAnswer } from "../http/event-stream.ts";
import type { Timings } from "../http/timings.ts";

/**
 * Calls another route as the caller of a request, with that route's own checks; the credential is neither looked up nor
 * counted again. Resolves to what the other route's handler answers.
 * @throws ApiError as the other route does
 */
export type CallRoute = (
	route: Route,
	request: {
		params?: Readonly<Record<string, string>>;
		query?: Readonly<Record<string, string>>;
		/** JSON. */
		body?: unknown;
	},
) => Promise<unknown>;

/** The argument of `handle`: a checked request. */
type RouteContext<Required extends Access, Params, Query, Body> = Grant<Required> & {
	params: Params;
	query: Query;
	body: Body;
	/** This server's public URL, without a trailing slash. */
	origin: string;
	/** The client's address; "" when unknown. */
	address: string;
	/** The source of the `Server-Timing` header. */
	timings: Timings;
	/** The requester for whom the request's statements wait at the event store. */
	requester: Requester;
	/** Aborts when the client disconnects before it is answered. */
	signal: AbortSignal;
	/** Converts an error in a part of an answer for the client; an unexpected one is logged. */
	clientErrorOf(error: unknown): ApiError;
	/** Checks again whether the caller is admitted, for a long-lived answer. @throws ApiError 401, 403 or 404 */
	readmit: () => Promise<AnyGrant>;
	/** The `id` of the last event that a reconnecting `EventSource` received. */
	lastEventId: string | undefined;
	/** Everything that determines the caller's rights; equal for all requests with the same credentials. */
	presented: string;
	headers: IncomingHttpHeaders;
	/** The request of a route with `multipart`, unread; undefined in a call of another route. */
	upload: IncomingMessage | undefined;
	callRoute: CallRoute;
	/** The value of `LIVE_FEED_HEADER` if the request came through a gateway that holds live streams. */
	liveFeed: string | undefined;
	/**
	 * Writes the route's audit entry before a change outside the accounts' database, which no transaction can combine
	 * with it; call it before any change inside. Such an entry says whether the change was completed.
	 */
	recordPending: () => Promise<void>;
	/** Adds short values to the route's audit entry, which else names only the fields of the body. */
	noteInAudit: (values: Readonly<Record<string, string>>) => void;
};

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** One route: the Express handler and the OpenAPI operation are both derived from this. */
interface RouteDefinition<
	Required extends Access,
	Params extends z.ZodObject | undefined,
	Query extends z.ZodObject | z.ZodPipe | undefined,
	Body extends z.ZodType | undefined,
	Response extends z.ZodType,
> {
	method: "get" | "post" | "put" | "delete" | "patch";
	/** In OpenAPI's syntax: `/api/sites/{site}/overview`. `{site}` and `{organizationId}` belong to the guard. */
	path: string;
	/** Older names of the same route, in the same syntax; served but not documented. */
	aliases?: readonly string[];
	summary: string;
	/** When one would use it, units, and what its errors mean, where that does not go without saying. */
	description: string;
	tags: readonly string[];
	access: Required;
	/**
	 * `site.configure`: the action under which a success is recorded in the organization's audit log. The route's
	 * changes in the accounts' database and the entry are one transaction.
	 */
	audit?: string;
	/** Changes the organization of its site; other changes are undone if that has changed meanwhile. */
	movesSite?: true;
	/** The error text for a caller without the needed role; `Forbidden` by default. */
	forbidden?: string;
	/** `WWW-Authenticate` of a 401, for clients that ask how to sign in. */
	challenge?: string;
	/** Pages of any origin may read the answer, without credentials. */
	anyOrigin?: true;
	/** Path parameters besides those of the guard. */
	params?: Params;
	/**
	 * Parameters arrive as strings; the first of a repeated one counts, and an empty one counts as absent. Checked
	 * between the guard and the handler; a refusal's `error` is the issues' messages joined by "; ".
	 */
	query?: Query;
	/** An absent body is `{}`. Unknown fields are refused, at every level. */
	body?: Body;
	/** Fields that are accepted and ignored, because clients send records back as they received them. */
	echoed?: readonly string[];
	/** For bodies above the usual size, which are read only once the caller is admitted. */
	largeBody?: { maxBytes: number; structure: BodyStructure };
	/** The parts of a `multipart/form-data` body, which the handler reads as a stream. */
	multipart?: z.ZodObject;
	/** Turns a body's issues into the refusal; by default `Invalid request body` with the issues as details. */
	refuseBody?: (issues: readonly Issue[]) => ApiError;
	/** The body of a success. */
	response: Response;
	/** 200 by default. */
	status?: 200 | 201;
	/** Headers of every success. */
	headers?: Readonly<Record<string, string>>;
	/** Clients may cache a success and revalidate it (ETag, 304). */
	revalidated?: true;
	/** For a route that answers with a file: its content types; `application/json` has the schema of `response`. */
	files?: readonly string[];
	/**
	 * Only answers, although its method is not GET: callers who may read are admitted. A route with another method and
	 * without this changes something, and nobody below a member may call it.
	 */
	isQuestion?: true;
	/** The answers are slow to make: each caller gets a few at a time, others wait. */
	isExport?: true;
	/** For a route that answers with lines of JSON, each as soon as it is ready: `response` is the schema of a line. */
	lines?: true;
	/** @throws ApiError for a refusal */
	handle(
		context: RouteContext<Required, Parsed<Params>, Parsed<Query>, Parsed<Body>>,
	): Promise<
		| z.output<Response>
		| FileAnswer
		| EventStreamAnswer
		| AsyncIterable<z.output<Response>>
		| KeptLines
		| globalThis.Response
	>;
}

/** A route without its own types, as lists of routes hold it. */
export interface Route
	extends Omit<
		RouteDefinition<
			Access,
			z.ZodObject | undefined,
			z.ZodObject | z.ZodPipe | undefined,
			z.ZodType | undefined,
			z.ZodType
		>,
		"handle"
	> {
	handle(context: never): Promise<unknown>;
}

/** A route that visitors may read must name the areas that it shows, because a private link can be limited to some. */
type StatesAreas<Required extends Access> = Required extends { site: "read" }
	? { access: { areas: readonly Area[] } }
	: unknown;

/** Describes a route; the schemas and the access beside it give `handle` its types. */
export const route = <
	const Required extends Access,
	Response extends z.ZodType,
	Params extends z.ZodObject | undefined = undefined,
	Query extends z.ZodObject | z.ZodPipe | undefined = undefined,
	Body extends z.ZodType | undefined = undefined,
>(
	definition: RouteDefinition<Required, Params, Query, Body, Response> & StatesAreas<Required>,
): Route => definition as unknown as Route;
