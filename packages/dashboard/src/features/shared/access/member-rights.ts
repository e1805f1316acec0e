import type { Role } from "./organization-api.ts";

const ROLES: readonly Role[] = ["owner", "admin", "member", "viewer"];

/** The highest of several stored roles. */
export const roleIn = (stored: string): Role =>
	ROLES.find((one) => stored.split(",").includes(one)) ?? "member";

/** The roles that somebody may give; only owners may give the owner role. */
export const mayAssign = (own: Role): readonly Role[] => {
	if (own === "owner") return ROLES;
	return own === "admin" ? ["admin", "member", "viewer"] : [];
};

/** Whether somebody may change or remove a member with a certain role. */
export const mayChange = (own: Role, role: Role): boolean => mayAssign(own).includes(role);
