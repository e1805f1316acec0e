import type { Permissions } from "@footfall/shared/scopes";

/** A person with an account. */
export interface User {
	id: string;
	name: string;
	email: string;
	/** The first account of the instance: passes every check of roles. */
	isSystemAdmin: boolean;
}

/** Who sends a request, once the credential is checked. */
export type Caller =
	| { via: "session"; user: User; permissions: null }
	| { via: "personal-key"; user: User; keyId: string; permissions: Permissions | null }
	| {
			via: "organization-key";
			organizationId: string;
			keyId: string;
			permissions: Permissions | null;
	  };

/** A caller who is a person: signed in, or with a key of their own. */
export type UserCaller = Exclude<Caller, { via: "organization-key" }>;

/** The highest first. */
export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

/** The person behind a caller; null for an organization's key. */
export const userIdOf = (caller: Caller): string | null =>
	caller.via === "organization-key" ? null : caller.user.id;
