import type { Database } from "../database/schema.ts";
import { type Caller, MEMBER_ROLES, type MemberRole } from "./caller.ts";

/** A member may hold several roles, joined by commas; the highest counts. */
export const highestRoleOf = (stored: string): MemberRole => {
	const held = stored.split(",").map((role) => role.trim());
	return MEMBER_ROLES.find((role) => held.includes(role)) ?? "member";
};

/**
 * The caller's role in an organization; undefined for a stranger.
 * @param stored the role column of the caller's membership there, if any
 */
export const roleFrom = (
	caller: Caller,
	organizationId: string,
	stored: string | null | undefined,
): MemberRole | undefined => {
	if (caller.via === "organization-key")
		return caller.organizationId === organizationId ? "admin" : undefined;
	if (caller.user.isSystemAdmin) return "owner";
	return stored ? highestRoleOf(stored) : undefined;
};

/** Looks up the caller's role in an organization. */
export const createRoleOf =
	(database: Database) =>
	async (caller: Caller, organizationId: string): Promise<MemberRole | undefined> => {
		if (caller.via === "organization-key" || caller.user.isSystemAdmin)
			return roleFrom(caller, organizationId, undefined);
		const member = await database
			.selectFrom("member")
			.select("role")
			.where("organizationId", "=", organizationId)
			.where("userId", "=", caller.user.id)
			.executeTakeFirst();
		return roleFrom(caller, organizationId, member?.role);
	};

/** Whether the role is at least the needed one. */
export const isAtLeast = (role: MemberRole, needed: MemberRole): boolean =>
	MEMBER_ROLES.indexOf(role) <= MEMBER_ROLES.indexOf(needed);

/**
 * Whether the role sees and changes everything of its organization; others see the sites that are visible to them, and
 * change at most what they made.
 */
export const isAdministrator = (role: MemberRole): boolean => isAtLeast(role, "admin");
