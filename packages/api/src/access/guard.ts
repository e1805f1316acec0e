import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "@footfall/shared/api-error";
import { allows, type Scope } from "@footfall/shared/scopes";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import type { Access, AnyGrant, Credentials } from "./access.ts";
import { type Caller, isInstanceAdmin, type MemberRole, type UserCaller } from "./caller.ts";
import { createFindSite, createFindSiteOfCaller } from "./find-site.ts";
import { createPresentedLink } from "./presented-link.ts";
import { createRoleOf, isAtLeast } from "./roles.ts";
import { requireFactorIn, secondFactorRequired } from "./second-factor.ts";
import { requireAreas } from "./shown-areas.ts";
import type { Site } from "./site.ts";

/** The parts of a request that determine its access. */
export interface AccessRequest {
	headers: IncomingHttpHeaders;
	query: URLSearchParams;
	/** The path's `{site}` or `{organizationId}`. */
	target: string;
	credentials: Credentials;
	/** The error text for a caller without the needed role. */
	forbidden: string | undefined;
	/** Whether the route changes something. */
	isChange: boolean;
}

type NeededScope = Scope | "unlimited" | undefined;

const unauthorized = () => new ApiError("AUTHENTICATION_REQUIRED");

const requireFactor = (caller: Caller): void => {
	if (caller.via !== "organization-key" && caller.lacksFactor) throw secondFactorRequired();
};

const requireScope = (caller: Caller, scope: NeededScope): void => {
	if (scope === undefined) return;
	if (scope === "unlimited") {
		if (caller.via === "organization-key" || caller.permissions !== null)
			throw new ApiError("FORBIDDEN", "Insufficient scope");
	} else if (!allows(caller.permissions, scope))
		throw new ApiError("FORBIDDEN", "Insufficient scope", { required: scope });
};

const requireUser = async (
	{ credentials }: AccessRequest,
	access: Extract<Access, { user: unknown }>,
): Promise<UserCaller> => {
	const session = await credentials.session();
	if (access.user === "session") {
		if (!session) throw unauthorized();
		if (!access.withoutFactor) requireFactor(session);
		return session;
	}
	const caller = session ?? (await credentials.key());
	if (!caller || caller.via === "organization-key") throw unauthorized();
	requireFactor(caller);
	requireScope(caller, access.scope);
	return caller;
};

const requireInstanceAdmin = async (request: AccessRequest): Promise<UserCaller> => {
	const caller = await requireUser(request, { user: true, scope: "unlimited" });
	if (!isInstanceAdmin(caller))
		throw new ApiError("FORBIDDEN", "Only an administrator of this instance may do this");
	return caller;
};

const requireKey = async ({ credentials, headers }: AccessRequest): Promise<Caller> => {
	const caller = headers.authorization === undefined ? undefined : await credentials.key();
	if (!caller) throw unauthorized();
	requireFactor(caller);
	return caller;
};

const keyFirst = async ({ credentials }: AccessRequest): Promise<Caller | undefined> =>
	(await credentials.key()) ?? (await credentials.session());

/** Why a role does not suffice; a viewer learns of every change that it is the role. */
const insufficientRole = (
	role: MemberRole | undefined,
	needed: MemberRole,
	{ forbidden, isChange }: Pick<AccessRequest, "forbidden" | "isChange">,
): ApiError =>
	role === "viewer" && isChange
		? new ApiError("FORBIDDEN", forbidden ?? "Viewers can read, but change nothing", {
				code: "READ_ONLY_ROLE",
				resolution: `Ask an administrator of the organization for the role ${needed}`,
			})
		: new ApiError("FORBIDDEN", forbidden);

/** The caller with the needed role and scope. @throws ApiError 401 or 403 */
const requireRole = (
	request: AccessRequest,
	{ caller, role }: { caller: Caller | undefined; role: MemberRole | undefined },
	{ needed, scope }: { needed: MemberRole; scope: NeededScope },
) => {
	if (!caller) throw unauthorized();
	requireFactor(caller);
	if (!role || !isAtLeast(role, needed)) throw insufficientRole(role, needed, request);
	requireScope(caller, scope);
	return { caller, role };
};

/**
 * Decides who may call a route; resolves to what the route's handler may rely on.
 * @param installationKey the one with which keys of private links are hashed
 */
export const createGuard = (database: Database, installationKey: string) => {
	const findSite = createFindSite(database);
	const findSiteOfCaller = createFindSiteOfCaller(database);
	const roleOf = createRoleOf(database);
	const presentedLink = createPresentedLink(database, installationKey);

	/** What a visitor without access of their own may do: read a public site, or one whose private link they have. */
	const visitorGrant = async (
		{ headers, query }: AccessRequest,
		site: Site,
		areas: Extract<Access, { site: string }>["areas"],
	): Promise<AnyGrant | undefined> => {
		const link = await presentedLink(site.siteId, headers, query).catch((error: unknown) => {
			// A public site is open also to those whose link has ended.
			if (site.public && error instanceof ApiError) return undefined;
			throw error;
		});
		if (site.public) return { site, caller: undefined, hasPrivateKey: link !== undefined };
		if (!link) return undefined;
		requireAreas(link.shownAreas, areas);
		return { site, caller: undefined, hasPrivateKey: true, shownAreas: link.shownAreas };
	};

	const organizationGrant = async (
		request: AccessRequest,
		{ organization: needed, scope }: Extract<Access, { organization: string }>,
	): Promise<AnyGrant> => {
		const organizationId = request.target;
		const caller = await keyFirst(request);
		const role = caller && (await roleOf(caller, organizationId));
		const granted = requireRole(request, { caller, role }, { needed, scope });
		await requireFactorIn(database, granted.caller, organizationId);
		return { organizationId, ...granted };
	};

	const siteGrant = async (
		request: AccessRequest,
		access: Extract<Access, { site: string }>,
	): Promise<AnyGrant> => {
		if (access.site === "anyone") {
			return { site: found("Site", await findSite(request.target)) };
		}
		const caller = await keyFirst(request);
		const standing = await findSiteOfCaller(request.target, caller);
		const { site, role, isVisible } = found("Site", standing);
		const needed = access.site === "read" ? "viewer" : access.site;
		try {
			const granted = requireRole(request, { caller, role }, { needed, scope: access.scope });
			if (!isVisible) throw new ApiError("FORBIDDEN", request.forbidden);
			await requireFactorIn(database, granted.caller, site.organizationId);
			return { site, ...granted };
		} catch (error) {
			if (access.site !== "read") throw error;
			// A caller without access to the site is an ordinary visitor where visitors are admitted.
			const visitor = await visitorGrant(request, site, access.areas);
			if (visitor) return visitor;
			throw error;
		}
	};

	/** @throws ApiError 401, 403 or 404 */
	return async (access: Access, request: AccessRequest): Promise<AnyGrant> => {
		if (access === "anyone") return {};
		if ("user" in access) return { caller: await requireUser(request, access) };
		if ("instance" in access) return { caller: await requireInstanceAdmin(request) };
		if ("key" in access) return { caller: await requireKey(request) };
		return "organization" in access
			? organizationGrant(request, access)
			: siteGrant(request, access);
	};
};
export type Guard = ReturnType<typeof createGuard>;
