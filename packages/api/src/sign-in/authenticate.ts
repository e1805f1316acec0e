import type { IncomingHttpHeaders } from "node:http";
import type { Caller, UserCaller } from "../access/caller.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import type { Database } from "../database/schema.ts";
import {
	createCountRequest,
	DEFAULT_WINDOW_MS,
	type KeyLimit,
	type KeyStanding,
	stricterOf,
	tooManyRequests,
} from "../keys/key-limit.ts";
import { permissionsOf } from "../keys/permissions.ts";
import { type Auth, KEY_KIND } from "./auth.ts";
import { createReadSession } from "./read-session.ts";

/** The form in which keys are kept. */
export const hashOfKey = hashOfToken;

const BEARER = "Bearer ";

/** The key that a request presents: the Bearer credential, else `?api_key=`. */
const presentedKey = (headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined => {
	const { authorization } = headers;
	if (authorization?.startsWith(BEARER)) return authorization.slice(BEARER.length);
	return query.get("api_key") || undefined;
};

/** The two ways to say who one is; each resolves to undefined where that credential is missing or not valid. */
export interface Credentials {
	key(): Promise<Caller | undefined>;
	session(): Promise<UserCaller | undefined>;
}

interface Limits {
	rateLimitEnabled: boolean | null;
	rateLimitMax: number | null;
	rateLimitTimeWindow: number | null;
}

const ownLimitOf = ({
	rateLimitEnabled,
	rateLimitMax,
	rateLimitTimeWindow,
}: Limits): KeyLimit | undefined =>
	rateLimitEnabled && rateLimitMax !== null
		? { requests: rateLimitMax, windowMs: rateLimitTimeWindow ?? DEFAULT_WINDOW_MS }
		: undefined;

/**
 * Looks credentials up in the database; nothing is cached, so a disabled key is refused at once.
 * @param requestsPerMinute the operator's cap for every key; 0 = none
 */
export const createAuthenticate = (database: Database, auth: Auth, requestsPerMinute: number) => {
	const countRequest = createCountRequest(database);
	const readSession = createReadSession(database, auth);
	const operatorLimit =
		requestsPerMinute > 0
			? { requests: requestsPerMinute, windowMs: DEFAULT_WINDOW_MS }
			: undefined;

	const ownerOfKey = async (
		key: string,
		note: (standing: KeyStanding) => void,
	): Promise<Caller | undefined> => {
		const row = await database
			.selectFrom("apikey")
			.leftJoin("user", (join) =>
				join
					.onRef("user.id", "=", "apikey.referenceId")
					.on("apikey.configId", "=", KEY_KIND.personal),
			)
			.select([
				"apikey.id",
				"apikey.configId",
				"apikey.referenceId",
				"apikey.permissions",
				"apikey.rateLimitEnabled",
				"apikey.rateLimitMax",
				"apikey.rateLimitTimeWindow",
				"user.name",
				"user.email",
				"user.isSystemAdmin",
			])
			.where("apikey.key", "=", hashOfKey(key))
			.where("apikey.enabled", "=", true)
			.where((where) =>
				where.or([
					where("apikey.expiresAt", "is", null),
					where("apikey.expiresAt", ">", new Date()),
				]),
			)
			.executeTakeFirst();
		if (!row) return undefined;
		const limit = stricterOf(ownLimitOf(row), operatorLimit);
		if (limit) {
			const standing = await countRequest(row.id, limit);
			note(standing);
			if (standing.remaining < 0) throw tooManyRequests(standing);
		}
		const permissions = permissionsOf(row.permissions);
		if (row.configId === KEY_KIND.organization)
			return {
				via: "organization-key",
				organizationId: row.referenceId,
				keyId: row.id,
				permissions,
			};
		const { name, email, isSystemAdmin } = row;
		// The key of an account that is gone opens nothing.
		if (name === null || email === null) return undefined;
		const user = { id: row.referenceId, name, email, isSystemAdmin: isSystemAdmin === true };
		return { via: "personal-key", user, keyId: row.id, permissions };
	};

	/** @param note told where a limited key stands */
	return (
		headers: IncomingHttpHeaders,
		query: URLSearchParams,
		note: (standing: KeyStanding) => void,
	): Credentials => ({
		key: async () => {
			const key = presentedKey(headers, query);
			return key === undefined ? undefined : ownerOfKey(key, note);
		},
		session: async () => {
			const user = await readSession(headers);
			return user && { via: "session", user, permissions: null };
		},
	});
};
