import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { fromNodeHeaders } from "better-auth/node";
import type { Database } from "../database/schema.ts";
import { type Auth, KEY_KIND } from "./auth.ts";
import type { Caller, UserCaller } from "./caller.ts";
import { permissionsOf } from "./permissions.ts";

/** SHA-256, base64url: keys are long and random, so a fast hash is as good as a slow one. */
export const hashOfKey = (key: string): string =>
	createHash("sha256").update(key).digest("base64url");

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

/** Looks credentials up in the database; nothing is cached, so a disabled key is refused at once. */
export const createAuthenticate = (database: Database, auth: Auth) => {
	const userOf = (id: string) =>
		database
			.selectFrom("user")
			.select(["id", "name", "email", "isSystemAdmin"])
			.where("id", "=", id)
			.executeTakeFirst();

	const ownerOfKey = async (key: string): Promise<Caller | undefined> => {
		const row = await database
			.selectFrom("apikey")
			.select(["id", "configId", "referenceId", "permissions"])
			.where("key", "=", hashOfKey(key))
			.where("enabled", "=", true)
			.where((where) =>
				where.or([where("expiresAt", "is", null), where("expiresAt", ">", new Date())]),
			)
			.executeTakeFirst();
		if (!row) return undefined;
		const permissions = permissionsOf(row.permissions);
		if (row.configId === KEY_KIND.organization)
			return {
				via: "organization-key",
				organizationId: row.referenceId,
				keyId: row.id,
				permissions,
			};
		const user = await userOf(row.referenceId);
		return user && { via: "personal-key", user, keyId: row.id, permissions };
	};

	return (headers: IncomingHttpHeaders, query: URLSearchParams): Credentials => ({
		key: async () => {
			const key = presentedKey(headers, query);
			return key === undefined ? undefined : ownerOfKey(key);
		},
		session: async () => {
			if (!headers.cookie) return undefined;
			const session = await auth.api.getSession({ headers: fromNodeHeaders(headers) });
			if (!session) return undefined;
			const { id, name, email, isSystemAdmin } = session.user;
			return {
				via: "session",
				user: { id, name, email, isSystemAdmin: isSystemAdmin === true },
				permissions: null,
			};
		},
	});
};
