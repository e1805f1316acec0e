import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "@footfall/shared/api-error";
import { allows, type Scope } from "@footfall/shared/scopes";
import type { Access, Context, Granted } from "../routing/route.ts";
import type { Credentials } from "../sign-in/authenticate.ts";
import type { FindSite, FindSiteOfCaller } from "../sites/find-site.ts";
import type { Caller, Role, UserCaller } from "./caller.ts";
import { isAtLeast, type RoleOf } from "./roles.ts";
import type { Site } from "./site.ts";

/** What the guard looks at. */
export interface Knock {
	headers: IncomingHttpHeaders;
	query: URLSearchParams;
	/** The path's `{site}` or `{organizationId}`. */
	target: string;
	credentials: Credentials;
	/** What a refusal for lack of a role says. */
	forbidden: string | undefined;
}

type UserAccess = Extract<Access, { user: unknown }>;
type OrganizationAccess = Extract<Access, { organization: string }>;
type SiteAccess = Extract<Access, { site: string }>;

type NeededScope = Scope | "unlimited" | undefined;

const unauthorized = () => new ApiError("AUTHENTICATION_REQUIRED");
const siteNotFound = () => new ApiError("NOT_FOUND", "Site not found");

const requireScope = (caller: Caller, scope: NeededScope): void => {
	if (scope === undefined) return;
	if (scope === "unlimited") {
		if (caller.via === "organization-key" || caller.permissions !== null)
			throw new ApiError("FORBIDDEN", "Insufficient scope");
	} else if (!allows(caller.permissions, scope))
		throw new ApiError("FORBIDDEN", "Insufficient scope", { required: scope });
};

const sameText = (one: string, other: string): boolean => {
	const [left, right] = [Buffer.from(one), Buffer.from(other)];
	return left.length === right.length && timingSafeEqual(left, right);
};

const hasPrivateKey = ({ privateLinkKey }: Site, { headers, query }: Knock): boolean => {
	const header = headers["x-private-key"];
	const presented = typeof header === "string" ? header : query.get("private_key");
	return privateLinkKey !== null && presented !== null && sameText(presented, privateLinkKey);
};

/** Decides who may call a route; answers with what the route's handler may rely on. */
export const createGuard = (dependencies: {
	findSite: FindSite;
	findSiteOfCaller: FindSiteOfCaller;
	roleOf: RoleOf;
}) => {
	const keyFirst = async ({ credentials }: Knock): Promise<Caller | undefined> =>
		(await credentials.key()) ?? (await credentials.session());

	const user = async ({ credentials }: Knock, access: UserAccess): Promise<UserCaller> => {
		const session = await credentials.session();
		if (access.user === "session") {
			if (!session) throw unauthorized();
			return session;
		}
		const caller = session ?? (await credentials.key());
		if (!caller || caller.via === "organization-key") throw unauthorized();
		requireScope(caller, access.scope);
		return caller;
	};

	/** The caller with the needed role and scope, or the reason why not. */
	const admitted = (
		knock: Knock,
		{ caller, role }: { caller: Caller | undefined; role: Role | undefined },
		{ needed, scope }: { needed: Role; scope: NeededScope },
	) => {
		if (!caller) throw unauthorized();
		if (!role || !isAtLeast(role, needed)) throw new ApiError("FORBIDDEN", knock.forbidden);
		requireScope(caller, scope);
		return { caller, role };
	};

	const organization = async (knock: Knock, access: OrganizationAccess) => {
		const organizationId = knock.target;
		const caller = await keyFirst(knock);
		const role = caller && (await dependencies.roleOf(caller, organizationId));
		const wanted = { needed: access.organization, scope: access.scope };
		return { organizationId, ...admitted(knock, { caller, role }, wanted) };
	};

	const site = async (knock: Knock, access: SiteAccess) => {
		if (access.site === "anyone") {
			const found = await dependencies.findSite(knock.target);
			if (!found) throw siteNotFound();
			return { site: found };
		}
		const caller = await keyFirst(knock);
		const found = await dependencies.findSiteOfCaller(knock.target, caller);
		if (!found) throw siteNotFound();
		const { site, role, isVisible } = found;
		const wanted = {
			needed: access.site === "admin" ? "admin" : "member",
			scope: access.scope,
		} as const;
		try {
			const granted = admitted(knock, { caller, role }, wanted);
			if (!isVisible) throw new ApiError("FORBIDDEN", knock.forbidden);
			return { site, ...granted };
		} catch (error) {
			// Whoever has no rights of their own is a visitor like any other where visitors are let in.
			if (access.site === "read" && (site.public || hasPrivateKey(site, knock)))
				return {
					site,
					caller: undefined,
					role: undefined,
					hasPrivateKey: hasPrivateKey(site, knock),
				};
			throw error;
		}
	};

	/** @throws ApiError 401, 403 or 404 */
	return async (access: Access, knock: Knock): Promise<Granted<Access>> => {
		if (access === "anyone") return {};
		if ("user" in access) return { caller: await user(knock, access) };
		return "organization" in access ? organization(knock, access) : site(knock, access);
	};
};
export type Guard = ReturnType<typeof createGuard>;
export type AnyContext = Context<Access, unknown, unknown, unknown>;
