import type { Role } from "./organization-api.ts";

const ROLES: readonly Role[] = ["owner", "admin", "member"];

/** The highest of the roles that are stored beside each other. */
export const roleIn = (stored: string): Role =>
	ROLES.find((one) => stored.split(",").includes(one)) ?? "member";

/** The roles that somebody may give; only owners make owners. */
export const mayAssign = (own: Role): readonly Role[] => {
	if (own === "owner") return ROLES;
	return own === "admin" ? ["admin", "member"] : [];
};

/** Whether somebody may change or remove a member of a role. */
export const mayChange = (own: Role, role: Role): boolean => mayAssign(own).includes(role);
