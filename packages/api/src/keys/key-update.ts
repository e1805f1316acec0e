import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { checked, refuseWith } from "../http/invalid-body.ts";
import { DEFAULT_WINDOW_MS, KeyLimitFields } from "./key-limit.ts";

const Limits = KeyLimitFields.partial();
const Update = z.looseObject({ keyId: z.string() });

/**
 * The auth library changes a key's name, state and expiry, but lets only server code change the limit. So the limit is
 * removed from the body, and written once the library has accepted the rest.
 * @throws ApiError 400 for an invalid limit
 */
export const splitKeyUpdate = async (database: Database, body: unknown) => {
	const unchanged = { body, finish: async (answer: object) => answer };
	const update = Update.safeParse(body);
	if (!update.success) return unchanged;
	const { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow, ...rest } = update.data;
	const given = { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow };
	if (Object.values(given).every((value) => value === undefined)) return unchanged;
	const limits = checked(Limits, given, refuseWith("Invalid request body"));
	const key = await database
		.selectFrom("apikey")
		.select(["enabled", "rateLimitMax", "rateLimitTimeWindow"])
		.where("id", "=", rest.keyId)
		.executeTakeFirst();
	const max = limits.rateLimitMax ?? key?.rateLimitMax ?? null;
	if (limits.rateLimitEnabled && max === null)
		throw new ApiError("INVALID_REQUEST", "A rate limit needs rateLimitMax");
	const columns = {
		rateLimitMax: max,
		rateLimitTimeWindow:
			limits.rateLimitTimeWindow ?? key?.rateLimitTimeWindow ?? DEFAULT_WINDOW_MS,
		rateLimitEnabled: limits.rateLimitEnabled ?? max !== null,
	};
	return {
		// The library refuses an empty update.
		body: { enabled: key?.enabled ?? true, ...rest },
		finish: async (answer: object) => {
			await database.updateTable("apikey").set(columns).where("id", "=", rest.keyId).execute();
			return { ...answer, ...columns };
		},
	};
};
