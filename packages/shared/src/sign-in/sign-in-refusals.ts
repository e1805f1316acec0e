/** Why a sign-in with a provider did not work; the page at `/login?refused=…` says what to do. */
export const SIGN_IN_REFUSALS = [
	/** The provider did not answer, or not as OpenID Connect asks. */
	"provider-down",
	/** The person cancelled, or the provider refused. */
	"denied",
	/** The answer does not belong to a sign-in that began in this browser, was used, or is too old. */
	"stale",
	/** A token was not meant for this server, or its signature, issuer or nonce is wrong. */
	"invalid-answer",
	/** The provider did not say that the address is the person's. */
	"email-not-verified",
	/** The address is of a domain that this provider may not vouch for. */
	"other-domain",
	/** No group of the person may use this server. */
	"no-role",
	/** The person left the organization, or was removed from it, and is not invited. */
	"left",
	/** An account with the address exists, and must be signed in to be linked. */
	"account-exists",
	/** The account belongs to another organization than the provider's. */
	"other-organization",
	/** The account is linked to another provider, or to another person of this one. */
	"other-provider",
	"unknown-provider",
	/** The organization that people of the provider join is not there. */
	"no-organization",
	/** Too many sign-ins began in the same network. */
	"too-many",
] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

/** Refusals of somebody who has an account; its history of sign-ins keeps them. */
export const ACCOUNT_REFUSALS = [
	"no-role",
	"left",
	"account-exists",
	"other-organization",
	"other-provider",
] as const satisfies readonly SignInRefusal[];
export type AccountRefusal = (typeof ACCOUNT_REFUSALS)[number];
