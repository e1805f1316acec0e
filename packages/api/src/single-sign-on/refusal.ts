/** Why a sign-in with a provider did not work; the page at `/login?refused=…` says what to do. */
export const REFUSALS = [
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
	/** An account with the address exists, and must be signed in to be linked. */
	"account-exists",
	/** The account belongs to another organization than the provider's. */
	"other-organization",
	/** The account is linked to another provider, or to another person of this one. */
	"other-provider",
	"unknown-provider",
	/** The organization that people of the provider join is not there. */
	"no-organization",
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A sign-in that is refused for a reason that its person can understand. */
export class SignInRefused extends Error {
	override name = "SignInRefused";
	readonly refusal: Refusal;
	/** The account that the person tried to sign in to, if there is one. */
	readonly userId: string | undefined;
	constructor(refusal: Refusal, detail = "", userId?: string) {
		super(detail === "" ? refusal : `${refusal}: ${detail}`);
		this.refusal = refusal;
		this.userId = userId;
	}
}
