import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { fromNodeHeaders } from "better-auth/node";
import { parseCookies } from "better-call";
import type { User } from "../access/caller.ts";
import type { Database } from "../database/schema.ts";
import type { Auth } from "./auth.ts";

/** `<token>.<HMAC-SHA256 of it, base64>`, as the auth library signs its cookies; undefined for any other text. */
const signedValueOf = (cookie: string, secret: string): string | undefined => {
	const end = cookie.lastIndexOf(".");
	const value = cookie.slice(0, Math.max(0, end));
	const expected = createHmac("sha256", secret).update(value).digest();
	const presented = Buffer.from(cookie.slice(end + 1), "base64");
	return presented.length === expected.length && timingSafeEqual(presented, expected)
		? value
		: undefined;
};

/**
 * Reads the signed-in user with one statement, in a tenth of the auth library's time. Nothing is cached, so a sign-out
 * takes effect at once in every process. A session due for extension goes through the library, which also ends expired
 * ones.
 */
export const createReadSession = (database: Database, auth: Auth) => {
	const extended = async (headers: IncomingHttpHeaders): Promise<User | undefined> => {
		const session = await auth.api.getSession({ headers: fromNodeHeaders(headers) });
		if (!session) return undefined;
		const { id, name, email, isSystemAdmin } = session.user;
		return { id, name, email, isSystemAdmin: isSystemAdmin === true };
	};
	return async (headers: IncomingHttpHeaders): Promise<User | undefined> => {
		if (!headers.cookie) return undefined;
		const { authCookies, secret, sessionConfig } = await auth.$context;
		const cookie = parseCookies(headers.cookie).get(authCookies.sessionToken.name);
		const token = cookie === undefined ? undefined : signedValueOf(cookie, secret);
		if (token === undefined) return undefined;
		const row = await database
			.selectFrom("session")
			.innerJoin("user", "user.id", "session.userId")
			.select(["user.id", "user.name", "user.email", "user.isSystemAdmin", "session.expiresAt"])
			.where("session.token", "=", token)
			.executeTakeFirst();
		if (!row) return undefined;
		const { expiresAt, ...user } = row;
		const leftSeconds = (expiresAt.getTime() - Date.now()) / 1000;
		return leftSeconds > sessionConfig.expiresIn - sessionConfig.updateAge
			? user
			: extended(headers);
	};
};
