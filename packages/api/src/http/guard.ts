import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Credentials } from "../accounts/authenticate.ts";
import type { Caller, Role, UserCaller } from "../accounts/caller.ts";
import { isAtLeast, type RoleOf } from "../accounts/membership.ts";
import { allows, type Scope } from "../accounts/scopes.ts";
import type { MaySee } from "../accounts/site-access.ts";
import { ApiError } from "../errors.ts";
import type { FindSite } from "../sites/find-site.ts";
import type { Site } from "../sites/site.ts";
import type { Access, Context, Granted } from "./route.ts";

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

type OrganizationAccess = Extract<Access, { organization: string }>;
type SiteAccess = Extract<Access, { site: string }>;

type NeededScope = Scope | "unlimited" | undefined;

const unauthorized = () => new ApiError("AUTHENTICATION_REQUIRED");

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
	roleOf: RoleOf;
	maySee: MaySee;
}) => {
	const keyFirst = async ({ credentials }: Knock): Promise<Caller | undefined> =>
		(await credentials.key()) ?? (await credentials.session());

	const user = async ({ credentials }: Knock, scope: NeededScope): Promise<UserCaller> => {
		const caller = (await credentials.session()) ?? (await credentials.key());
		if (!caller || caller.via === "organization-key") throw unauthorized();
		requireScope(caller, scope);
		return caller;
	};

	/** The caller with the needed role and scope, or the reason why not. */
	const inOrganization = async (
		knock: Knock,
		organizationId: string,
		needed: Role,
		scope: NeededScope,
	) => {
		const caller = await keyFirst(knock);
		if (!caller) throw unauthorized();
		const role = await dependencies.roleOf(caller, organizationId);
		if (!role || !isAtLeast(role, needed)) throw new ApiError("FORBIDDEN", knock.forbidden);
		requireScope(caller, scope);
		return { caller, role };
	};

	const organization = async (knock: Knock, access: OrganizationAccess) => ({
		organizationId: knock.target,
		...(await inOrganization(knock, knock.target, access.organization, access.scope)),
	});

	const site = async (knock: Knock, access: SiteAccess) => {
		const found = await dependencies.findSite(knock.target);
		if (!found) throw new ApiError("NOT_FOUND", "Site not found");
		if (access.site === "anyone") return { site: found };
		const needed = access.site === "admin" ? "admin" : "member";
		const check = async () => {
			const granted = await inOrganization(knock, found.organizationId, needed, access.scope);
			const { caller, role } = granted;
			const isPlainMember = role === "member" && caller.via !== "organization-key";
			if (isPlainMember && !(await dependencies.maySee(caller.user.id, found.siteId)))
				throw new ApiError("FORBIDDEN", knock.forbidden);
			return granted;
		};
		if (access.site !== "read") return { site: found, ...(await check()) };
		const open = found.public || hasPrivateKey(found, knock);
		try {
			return { site: found, ...(await check()) };
		} catch (error) {
			// Whoever has no rights of their own is a visitor like any other where visitors are let in.
			if (open && error instanceof ApiError && [401, 403].includes(error.status))
				return { site: found, caller: undefined, role: undefined };
			throw error;
		}
	};

	/** @throws ApiError 401, 403 or 404 */
	return async (access: Access, knock: Knock): Promise<Granted<Access>> => {
		if (access === "anyone") return {};
		if ("user" in access) return { caller: await user(knock, access.scope) };
		return "organization" in access ? organization(knock, access) : site(knock, access);
	};
};
export type Guard = ReturnType<typeof createGuard>;
export type AnyContext = Context<Access, unknown, unknown, unknown>;
