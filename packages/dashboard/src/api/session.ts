import { answerOf, client } from "./client.ts";
import { forgetAll, invalidate } from "./query-cache.ts";
import { sessionEnd } from "./session-end.ts";
import { type Report, useReport } from "./use-report.ts";

const SESSION_KEY = ["session"];

/** The signed-in person. */
export interface SignedIn {
	id: string;
	name: string;
	email: string;
}

/** The person who was signed in last, until they sign out. */
let known: SignedIn | undefined;

/** When a session ends while a page is open, the page stays and shows a banner. */
const fetchSession = async (signal: AbortSignal): Promise<SignedIn | null> => {
	const found = await answerOf(client.GET("/api/auth/get-session", { signal }));
	if (found) {
		known = { id: found.user.id, name: found.user.name, email: found.user.email };
		sessionEnd.clear();
	} else if (known) sessionEnd.note();
	return known ?? null;
};

/** Clears the cache: call when another person has signed in, and after signing out. */
export const forgetPerson = async (): Promise<void> => {
	known = undefined;
	sessionEnd.clear();
	await forgetAll();
};

/**
 * Call when a query of the signed-in person was refused: their session has ended.
 * @returns whether anybody was signed in
 */
export const noteRefusal = (): boolean => {
	if (known) sessionEnd.note();
	return known !== undefined;
};

/** The signed-in person; null when nobody is signed in. */
export const useSession = (): Report<SignedIn | null> =>
	useReport({ key: SESSION_KEY, fetch: fetchSession, keepsPrevious: false });

export const signOut = async (): Promise<void> => {
	await answerOf(client.POST("/api/auth/sign-out"));
	await forgetPerson();
};

/** Call after a change of the name or e-mail address. */
export const invalidateSession = (): Promise<void> => invalidate(SESSION_KEY);
