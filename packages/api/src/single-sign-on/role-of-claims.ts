import { MEMBER_ROLES, type MemberRole } from "../access/caller.ts";
import type { Claims } from "./oidc-client.ts";
import type { OidcProvider } from "./provider.ts";

const claimAt = (claims: Claims, name: string): unknown => {
	// Keycloak and others nest claims: `realm_access.roles`.
	const found = name
		.split(".")
		.reduce<unknown>(
			(value, part) =>
				typeof value === "object" && value !== null && Object.hasOwn(value, part)
					? (value as Record<string, unknown>)[part]
					: undefined,
			claims,
		);
	return claims[name] ?? found;
};

/** Names of groups; a provider sends a list of texts, or one text. */
const groupsIn = (claims: Claims, name: string): string[] =>
	[claimAt(claims, name)].flat().filter((one) => typeof one === "string");

/** Whether claims say what decides about a role. Some providers put groups into the ID token alone. */
export const decideRole = ({ groupsClaim, roles }: OidcProvider, claims: Claims): boolean =>
	Object.keys(roles).length === 0 || claimAt(claims, groupsClaim) !== undefined;

/** The role that a person's groups give; undefined for nobody who may use the product. */
export const roleOfClaims = (
	{ groupsClaim, roles, defaultRole }: OidcProvider,
	claims: Claims,
): MemberRole | undefined => {
	const granted = groupsIn(claims, groupsClaim).flatMap((group) =>
		Object.hasOwn(roles, group) ? [roles[group]] : [],
	);
	const highest = MEMBER_ROLES.find((role) => granted.some((one) => one === role));
	return highest ?? defaultRole ?? (Object.keys(roles).length === 0 ? "member" : undefined);
};
