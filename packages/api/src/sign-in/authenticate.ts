import type { IncomingHttpHeaders } from "node:http";
import type { Credentials } from "../access/access.ts";
import type { Database } from "../database/schema.ts";
import { createCallerOfKey } from "../keys/caller-of-key.ts";
import type { createReadSession } from "./read-session.ts";

const BEARER = "Bearer ";

/** The key that a request presents: the Bearer credential, else `?api_key=`. */
const presentedKey = (headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined => {
	const { authorization } = headers;
	if (authorization?.startsWith(BEARER)) return authorization.slice(BEARER.length);
	return query.get("api_key") || undefined;
};

/**
 * Reads the credentials of requests.
 * @param requestsPerMinute the operator's limit for every key; 0 = none
 */
export const createAuthenticate = (
	database: Database,
	readSession: ReturnType<typeof createReadSession>,
	requestsPerMinute: number,
) => {
	const callerOfKey = createCallerOfKey(database, requestsPerMinute);
	/** @param setHeaders called with the rate limit headers of a limited key */
	return (
		headers: IncomingHttpHeaders,
		query: URLSearchParams,
		setHeaders: (headers: Readonly<Record<string, string>>) => void,
	): Credentials => ({
		key: async () => {
			const key = presentedKey(headers, query);
			return key === undefined ? undefined : callerOfKey(key, setHeaders);
		},
		session: async () => {
			const session = await readSession(headers);
			return session && { via: "session", ...session, permissions: null };
		},
	});
};
