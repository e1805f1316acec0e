import type { GenericEndpointContext } from "@better-auth/core";
import { getSessionFromCtx } from "better-auth/api";

/** The person whose sign-in waits for a second factor; undefined without one. */
const waitingPerson = async (endpoint: GenericEndpointContext): Promise<string | undefined> => {
	const { createAuthCookie, internalAdapter, secret } = endpoint.context;
	const { name } = createAuthCookie("two_factor");
	const identifier = await endpoint.getSignedCookie(name, secret);
	const waiting = identifier && (await internalAdapter.findVerificationValue(identifier));
	return waiting ? waiting.value : undefined;
};

/** Whose first factor the cookies of a request prove: of an open session, or of a sign-in that waits for the second. */
export const firstFactorOf = async (endpoint: GenericEndpointContext) => {
	const session = await getSessionFromCtx(endpoint);
	return { session, userId: session?.user.id ?? (await waitingPerson(endpoint)) };
};
