import type { Caller } from "../access/caller.ts";
import { personLacksFactor } from "../access/second-factor.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import { noteLastUse } from "../database/note-last-use.ts";
import type { Database } from "../database/schema.ts";
import { KEY_KIND } from "./key-kind.ts";
import {
	countRequest,
	DEFAULT_WINDOW_MS,
	headersOf,
	type KeyLimit,
	stricterOf,
	tooManyRequests,
} from "./key-limit.ts";
import { permissionsOf } from "./permissions.ts";

const findKey = (database: Database, key: string) =>
	database
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
			"apikey.lastRequest",
			"user.name",
			"user.email",
			"user.isSystemAdmin",
			"user.twoFactorEnabled",
		])
		.select((eb) => personLacksFactor(eb).as("lacksFactor"))
		.where("apikey.key", "=", hashOfToken(key))
		.where("apikey.enabled", "=", true)
		.where(({ eb }) => eb("expiresAt", "is", null).or("expiresAt", ">", new Date()))
		.executeTakeFirst();

/**
 * Looks up the caller of an API key, and counts the request. Nothing is cached, so a disabled key is refused at once.
 * @param requestsPerMinute the operator's limit for every key; 0 = none
 */
export const createCallerOfKey = (database: Database, requestsPerMinute: number) => {
	const operatorLimit: KeyLimit | undefined =
		requestsPerMinute > 0
			? { requests: requestsPerMinute, windowMs: DEFAULT_WINDOW_MS }
			: undefined;
	/**
	 * @param setHeaders called with the rate limit headers of a limited key
	 * @throws ApiError 429 for a request over the limit
	 */
	return async (
		key: string,
		setHeaders: (headers: Readonly<Record<string, string>>) => void,
	): Promise<Caller | undefined> => {
		const row = await findKey(database, key);
		if (!row) return undefined;
		const { id: keyId, referenceId, name, email, isSystemAdmin } = row;
		const ownLimit =
			row.rateLimitEnabled && row.rateLimitMax !== null
				? { requests: row.rateLimitMax, windowMs: row.rateLimitTimeWindow ?? DEFAULT_WINDOW_MS }
				: undefined;
		const limit = stricterOf(ownLimit, operatorLimit);
		if (limit) {
			const usage = await countRequest(database, keyId, limit);
			setHeaders(headersOf(usage));
			if (usage.remaining < 0) throw tooManyRequests(usage);
		}
		await noteLastUse([row.lastRequest], (lastRequest) =>
			database.updateTable("apikey").set({ lastRequest }).where("id", "=", keyId),
		);
		const permissions = permissionsOf(row.permissions);
		if (row.configId === KEY_KIND.organization)
			return { via: "organization-key", organizationId: referenceId, keyId, permissions };
		// A key is void once its account is deleted.
		if (name === null || email === null) return undefined;
		const user = { id: referenceId, name, email, isSystemAdmin: isSystemAdmin === true };
		return {
			via: "personal-key",
			user,
			keyId,
			permissions,
			hasFactor: row.twoFactorEnabled === true,
			lacksFactor: Boolean(row.lacksFactor),
		};
	};
};
