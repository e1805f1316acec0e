import type { Area } from "@footfall/shared/areas";
import type { Scope } from "@footfall/shared/scopes";
import type { Caller, KeyCaller, MemberRole, UserCaller } from "./caller.ts";
import type { Site } from "./site.ts";

/**
 * The callers that a route admits.
 * - `anyone`: credentials are ignored.
 * - `{ user }`: signed in or with a personal key; `session`: signed in.
 * - `{ key }`: any API key, but in a header: neither a session, which other programs of the browser could use, nor a key
 *   in the address.
 * - `{ instance }`: administrators of the instance, signed in or with an unlimited key of theirs.
 * - `{ organization }`: the role needed in the organization of the path's `{organizationId}`.
 * - `{ site }`: `anyone` only looks the site up; `read` admits everyone to a public site, holders of a key of its private
 *   links, and otherwise everyone in the organization and keys; `viewer` to `owner` are the roles needed in the site's
 *   organization. Members and viewers reach only the sites visible to them.
 *
 * `viewer` is for what changes nothing; a route that changes something needs `member` or more.
 *
 * `areas` are those that a limited private link must show for a route that visitors may `read`: none if every link may
 * show it. Callers who lack a second factor that an organization requires are refused, except for routes with
 * `withoutFactor`, which concern their own account. `scope` is what a scoped key must hold; sessions have no scopes. `unlimited` admits neither scoped keys nor
 * organization keys: they could gain more rights than they have.
 */
export type Access =
	| "anyone"
	| { readonly user: true; readonly scope?: Scope | "unlimited" }
	| { readonly user: "session"; readonly withoutFactor?: true }
	| { readonly key: true }
	| { readonly instance: "admin" }
	| { readonly organization: MemberRole; readonly scope?: Scope | "unlimited" }
	| {
			readonly site: "anyone" | "read" | MemberRole;
			readonly scope?: Scope | "unlimited";
			readonly areas?: readonly Area[];
	  };

/** What the guard passes to a route, by the access that the route requires. */
export type Grant<Required extends Access> = Required extends "anyone"
	? object
	: Required extends { user: unknown } | { instance: unknown }
		? { caller: UserCaller }
		: Required extends { key: unknown }
			? { caller: KeyCaller }
			: Required extends { organization: string }
				? { caller: Caller; organizationId: string; role: MemberRole }
				: Required extends { site: "anyone" }
					? { site: Site }
					: Required extends { site: "read" }
						? {
								site: Site;
								/** Undefined for a visitor of a public site or a holder of the private link key. */
								caller: Caller | undefined;
								role: MemberRole | undefined;
								/** The only areas that the private link shows; undefined without a limit. */
								shownAreas?: readonly Area[] | undefined;
							}
						: {
								site: Site;
								caller: Caller;
								role: MemberRole;
								shownAreas?: readonly Area[] | undefined;
							};

/** A grant of any access. */
export interface AnyGrant {
	/** Undefined for visitors of a public site and for holders of a private link key. */
	caller?: Caller | undefined;
	organizationId?: string;
	site?: Site;
	hasPrivateKey?: boolean;
	shownAreas?: readonly Area[] | undefined;
}

/** The two ways to authenticate; each resolves to undefined where that credential is missing or invalid. */
export interface Credentials {
	key(): Promise<Caller | undefined>;
	session(): Promise<UserCaller | undefined>;
}
