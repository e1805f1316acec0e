import type { Generated } from "kysely";

/** What a request tells about its browser and place; "" for what it does not. */
export interface ClientFacts {
	browser: string;
	operatingSystem: string;
	/** `Desktop`, `Mobile`, `Tablet`, … */
	deviceType: string;
	/** ISO 3166-1 alpha-2. */
	country: string;
	/** `CC-REG`. */
	region: string;
	/** English name. */
	city: string;
}

/**
 * - `password`: password, without a second factor
 * - `code`: a code of an authenticator app, after a password or a link
 * - `recovery-code`: in place of such a code
 * - `passkey`, `link`, `provider`: in place of a password
 * - `sign-up`: the account was made
 */
export const SIGN_IN_WAYS = [
	"password",
	"code",
	"recovery-code",
	"passkey",
	"link",
	"provider",
	"sign-up",
] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/**
 * - `signed-in`: a session was opened
 * - `factor-asked`: the password or link was right, and the second factor was asked for
 * - `wrong`: wrong password, code or passkey
 * - `expired`: the link is too old
 * - `locked`: too many wrong codes
 * - `refused`: right, but not permitted; `detail` is the code of the refusal
 */
export const SIGN_IN_OUTCOMES = [
	"signed-in",
	"factor-asked",
	"wrong",
	"expired",
	"locked",
	"refused",
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** An attempt to sign in to an account. */
export interface SignInTable extends ClientFacts {
	/** 64 bits, as text. */
	signInId: Generated<string>;
	userId: string;
	at: Generated<Date>;
	way: SignInWay;
	outcome: SignInOutcome;
	/** The name of the provider, or the code of a refusal. */
	detail: string | null;
}
