import { ApiError } from "@footfall/shared/api-error";
import { allows, type Scope } from "@footfall/shared/scopes";
import type { Caller, MemberRole } from "./caller.ts";
import { isAdministrator, isAtLeast } from "./roles.ts";

/** What visitors of a public site, and holders of a private link, can read. */
export const VISITOR_SCOPES: readonly Scope[] = [
	"analytics:read",
	"annotations:read",
	"dashboards:read",
	"events:read",
	"funnels:read",
	"goals:read",
	"segments:read",
	"sessions:read",
	"sites:read",
	"users:read",
];

/** What a viewer can read, also with a key of their own. */
export const VIEWER_SCOPES: readonly Scope[] = [
	...VISITOR_SCOPES,
	"alerts:read",
	"channels:read",
	"org:read",
	"replay:read",
	"report-mails:read",
];

/** What a plain member can do, also with a key of their own. */
export const MEMBER_SCOPES: readonly Scope[] = [
	...VIEWER_SCOPES,
	"alerts:write",
	"annotations:write",
	"dashboards:write",
	"errors:write",
	"funnels:write",
	"goals:write",
	"ingest:write",
	"report-mails:write",
	"segments:write",
	"users:write",
];

/** @throws ApiError 403 for a key that lacks one of the scopes */
export const requireScopes = ({ permissions }: Caller, scopes: readonly Scope[]): void => {
	const lacking = scopes.filter((scope) => !allows(permissions, scope));
	if (lacking.length > 0)
		throw new ApiError("FORBIDDEN", "Insufficient scope", {
			required: lacking.length === 1 ? lacking[0] : lacking,
			resolution: `A key cannot grant permissions that it lacks: use one that also has ${lacking.join(", ")}, or sign in.`,
		});
};

/** Call it before a site is made public or the key of its private link is shown. @throws ApiError 403 */
export const requireMayPublish = (caller: Caller): void => requireScopes(caller, VISITOR_SCOPES);

/**
 * Call it before a person is added or is shown more sites.
 * @param role theirs; without it, they count as a member
 * @throws ApiError 403
 */
export const requireMayShowSites = (caller: Caller, role: MemberRole = "member"): void =>
	requireScopes(caller, role === "viewer" ? VIEWER_SCOPES : MEMBER_SCOPES);

/**
 * Call it before a person is given a role.
 * @throws ApiError 403 for a role above the caller's own, and for a key that could not do all that the role can
 */
export const requireMayAssign = (
	{ caller, role: own }: { caller: Caller; role: MemberRole },
	assigned: MemberRole,
): void => {
	if (!isAtLeast(own, assigned))
		throw new ApiError("FORBIDDEN", "Only an organization owner can assign the owner role");
	requireMayShowSites(caller, assigned);
	// Administrators create unlimited keys, which limited keys and organization keys may not.
	if (
		isAdministrator(assigned) &&
		(caller.via === "organization-key" || caller.permissions !== null)
	)
		throw new ApiError("FORBIDDEN", "Insufficient scope", {
			resolution: `This key can only add people as member or viewer. To assign the role ${assigned}, sign in or use an unlimited key of a person.`,
		});
};
