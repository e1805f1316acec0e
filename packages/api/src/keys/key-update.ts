import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { refuseWith } from "../http/invalid-body.ts";
import { DEFAULT_WINDOW_MS, KeyLimitFields } from "./key-limit.ts";

const Limits = KeyLimitFields.partial();
const Update = z.looseObject({ keyId: z.string() });

/**
 * The auth library changes a key's name, state and expiry, but lets only its own server code change the limit.
 * So the limit is taken out of the body, and written once the library has accepted the rest.
 * @throws ApiError 400 for an invalid limit
 */
export const splitKeyUpdate = async (database: Database, body: unknown) => {
	const unchanged = { body, finish: async (answer: unknown) => answer };
	const update = Update.safeParse(body);
	if (!update.success) return unchanged;
	const { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow, ...rest } = update.data;
	const given = { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow };
	if (Object.values(given).every((value) => value === undefined)) return unchanged;
	const limits = Limits.safeParse(given);
	if (!limits.success) throw refuseWith("Invalid request body")(limits.error.issues);
	const key = await database
		.selectFrom("apikey")
		.select(["enabled", "rateLimitMax", "rateLimitTimeWindow"])
		.where("id", "=", rest.keyId)
		.executeTakeFirst();
	const max = limits.data.rateLimitMax ?? key?.rateLimitMax ?? null;
	if (limits.data.rateLimitEnabled && max === null)
		throw new ApiError("INVALID_REQUEST", "A rate limit needs rateLimitMax");
	const columns = {
		rateLimitMax: max,
		rateLimitTimeWindow:
			limits.data.rateLimitTimeWindow ?? key?.rateLimitTimeWindow ?? DEFAULT_WINDOW_MS,
		rateLimitEnabled: limits.data.rateLimitEnabled ?? max !== null,
	};
	return {
		// The library refuses an empty update.
		body: { enabled: key?.enabled ?? true, ...rest },
		finish: async (answer: unknown) => {
			await database.updateTable("apikey").set(columns).where("id", "=", rest.keyId).execute();
			return { ...(answer as object), ...columns };
		},
	};
};
