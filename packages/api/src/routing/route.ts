import type { FileAnswer } from "@footfall/reports/export/file-answer";
import type { ApiError, Issue } from "@footfall/shared/api-error";
import type { Scope } from "@footfall/shared/scopes";
import type { Requester } from "@footfall/store";
import type { z } from "zod";
import type { Caller, Role, UserCaller } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import type { BodyStructure } from "../http/body.ts";
import type { Timings } from "../http/timings.ts";

/**
 * Who may call a route.
 * - `anyone`: no credential is looked at.
 * - `{ user }`: signed in or with a personal key; `session`: signed in.
 * - `{ organization }`: the role needed in the organization of the path's `{organizationId}`.
 * - `{ site }`: `anyone` only looks the site up; `read` lets everyone in to a public site, its private link
 *   key to the site, and otherwise members and keys; `member` and `admin` are the roles needed in the
 *   site's organization. A plain member gets no further than the sites that they may see.
 *
 * `scope` is what a scoped key must hold; sessions have no scopes. `unlimited` lets no scoped key and no
 * organization's key in: what they could do would be more than they are.
 */
export type Access =
	| "anyone"
	| { readonly user: true; readonly scope?: Scope | "unlimited" }
	| { readonly user: "session" }
	| { readonly organization: Role; readonly scope?: Scope | "unlimited" }
	| { readonly site: "anyone" | "read" | "member" | "admin"; readonly scope?: Scope };

/** What the guard found out, by the access that the route asks for. */
export type Granted<Allowed extends Access> = Allowed extends "anyone"
	? object
	: Allowed extends { user: unknown }
		? { caller: UserCaller }
		: Allowed extends { organization: string }
			? { caller: Caller; organizationId: string; role: Role }
			: Allowed extends { site: "anyone" }
				? { site: Site }
				: Allowed extends { site: "read" }
					? {
							site: Site;
							/** Undefined for a viewer of a public site or with the private link key. */
							caller: Caller | undefined;
							role: Role | undefined;
						}
					: { site: Site; caller: Caller; role: Role };

/** What `handle` works with: every part is checked by the time it is called. */
export type Context<Allowed extends Access, Params, Query, Body> = Granted<Allowed> & {
	params: Params;
	query: Query;
	body: Body;
	/** The address of this server as its users see it, without a trailing slash. */
	origin: string;
	/** What the answer's `Server-Timing` is taken from. */
	timings: Timings;
	/** For whom the request's statements wait at the event store. */
	requester: Requester;
	/** Fires when the client goes away before it is answered. */
	signal: AbortSignal;
	/**
	 * Writes the route's audit entry before a change outside the accounts' database, which no transaction can hold
	 * together with it; call it before any change inside. An entry that was announced says whether the change was
	 * completed.
	 */
	announce: () => Promise<void>;
};

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** One route: the Express handler and the OpenAPI operation are both derived from this. */
export interface RouteDefinition<
	Allowed extends Access,
	Params extends z.ZodObject | undefined,
	Query extends z.ZodObject | z.ZodPipe | undefined,
	Body extends z.ZodType | undefined,
	Response extends z.ZodType,
> {
	method: "get" | "post" | "put" | "delete" | "patch";
	/** In OpenAPI's form: `/api/sites/{site}/overview`. `{site}` and `{organizationId}` belong to the guard. */
	path: string;
	/** Older names of the same route, in the same form; served, not documented. */
	aliases?: readonly string[];
	operationId: string;
	summary: string;
	description?: string;
	tags: readonly string[];
	access: Allowed;
	/**
	 * `site.configure`: what the organization's audit log calls a success of this route. Such a route's changes in the
	 * accounts' database and its entry are one transaction.
	 */
	audit?: string;
	/** What a caller without the needed role is told; `Forbidden` unless said. */
	forbidden?: string;
	/** Pages of any origin may read the answer, without credentials. */
	anyOrigin?: true;
	/** Path parameters beside those of the guard. */
	params?: Params;
	/**
	 * Parameters arrive as strings; one that is given twice counts once, and an empty one is absent. Checked
	 * after the guard and before the handler; by default a refusal's `error` is the issues' messages joined by "; ".
	 */
	query?: Query;
	/** An absent body is `{}`. */
	body?: Body;
	/** Where a body may be larger than others: it is read once the caller is known, and not before. */
	largeBody?: { maxBytes: number; structure: BodyStructure };
	/** Turns a body's issues into the refusal; by default `Invalid request body` with the issues as details. */
	refuseBody?: (issues: readonly Issue[]) => ApiError;
	/** Turns a query's issues into the refusal. */
	refuseQuery?: (issues: readonly Issue[]) => ApiError;
	/** What a success answers. */
	response: Response;
	/** 200 unless said. */
	status?: 200 | 201;
	/** Headers of every success. */
	headers?: Readonly<Record<string, string>>;
	/** Clients may keep a success and ask whether it has changed (ETag, 304). */
	revalidated?: true;
	/** Content types of the file that a success is; as `application/json` it is the response's schema. */
	files?: readonly string[];
	/** @throws ApiError for a refusal */
	handle(
		context: Context<Allowed, Parsed<Params>, Parsed<Query>, Parsed<Body>>,
	): Promise<z.output<Response>>;
}

/** A route whose own types are forgotten, as a list of routes holds them. */
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

/** Describes a route; `handle` gets its types from the schemas and the access beside it. */
export const route = <
	const Allowed extends Access,
	Response extends z.ZodType,
	Params extends z.ZodObject | undefined = undefined,
	Query extends z.ZodObject | z.ZodPipe | undefined = undefined,
	Body extends z.ZodType | undefined = undefined,
>(
	definition: RouteDefinition<Allowed, Params, Query, Body, Response>,
): Route => definition as unknown as Route;

/** Describes a route whose success is a file, of one of the content types `files`. */
export const fileRoute = <
	const Allowed extends Access,
	Response extends z.ZodType,
	Params extends z.ZodObject | undefined = undefined,
	Query extends z.ZodObject | z.ZodPipe | undefined = undefined,
>(
	definition: Omit<RouteDefinition<Allowed, Params, Query, undefined, Response>, "handle"> & {
		files: readonly string[];
		handle(
			context: Context<Allowed, Parsed<Params>, Parsed<Query>, undefined>,
		): Promise<FileAnswer>;
	},
): Route => definition as unknown as Route;
