import type { GenericEndpointContext } from "@better-auth/core";
import { getSessionFromCtx } from "better-auth/api";
import { signedCookie } from "../http/signed-cookie.ts";

/** The id of the person whose sign-in waits for a second factor, by the cookies of a request; undefined without one. */
export const waitingPerson = async (
	{
		createAuthCookie,
		internalAdapter,
		secret,
	}: Pick<GenericEndpointContext["context"], "createAuthCookie" | "internalAdapter" | "secret">,
	cookies: string | null | undefined,
): Promise<string | undefined> => {
	const identifier = signedCookie(cookies, createAuthCookie("two_factor").name, secret);
	if (identifier === undefined) return undefined;
	return (await internalAdapter.findVerificationValue(identifier))?.value;
};

/** Whose first factor the cookies of a request prove: of an open session, or of a sign-in that waits for the second. */
export const firstFactorOf = async (endpoint: GenericEndpointContext) => {
	const session = await getSessionFromCtx(endpoint);
	const cookies = endpoint.headers?.get("cookie");
	const userId = session?.user.id ?? (await waitingPerson(endpoint.context, cookies));
	return { session, userId };
};
