import type { Permissions } from "@footfall/shared/scopes";

/** A person with an account. */
export interface User {
	id: string;
	name: string;
	email: string;
	/** The first account of the instance: passes every role check. */
	isSystemAdmin: boolean;
}

interface FactorState {
	/** Whether the session proved a second factor, or the key's person has one. */
	hasFactor?: boolean;
	/** Whether an organization of the person requires one that is missing. */
	lacksFactor?: boolean;
}

/** The authenticated sender of a request. */
export type Caller =
	| ({ via: "session"; user: User; permissions: null } & FactorState)
	| ({
			via: "personal-key";
			user: User;
			keyId: string;
			permissions: Permissions | null;
	  } & FactorState)
	| {
			via: "organization-key";
			organizationId: string;
			keyId: string;
			permissions: Permissions | null;
	  };

/** A caller who is a person: signed in, or with a personal key. */
export type UserCaller = Exclude<Caller, { via: "organization-key" }>;

/** A caller with an API key. */
export type KeyCaller = Exclude<Caller, { via: "session" }>;

/** Whether a caller is the system administrator, who may vouch for others. */
export const isInstanceAdmin = (caller: Caller): boolean =>
	caller.via !== "organization-key" && caller.user.isSystemAdmin;

/** Highest first. A member may also change things; a viewer only reads. */
export const MEMBER_ROLES = ["owner", "admin", "member", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The person behind a caller; null for an organization key. */
export const personIdOf = (caller: Caller): string | null =>
	caller.via === "organization-key" ? null : caller.user.id;
