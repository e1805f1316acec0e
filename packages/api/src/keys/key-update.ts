import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { DEFAULT_WINDOW_MS } from "./key-limit.ts";

const Limits = z.object({
	rateLimitEnabled: z.boolean().optional(),
	rateLimitMax: z.int().positive().max(1_000_000_000).optional(),
	rateLimitTimeWindow: z.int().positive().max(2_000_000_000).optional(),
});

const Update = z.looseObject({ keyId: z.string() });

/**
 * The auth library changes a key's name, state and expiry, and lets nobody but its own server code change the
 * limit. So the limit is taken out of the body, and written once the library allowed the rest.
 * @throws ApiError 400 for a limit that is none
 */
export const splitKeyUpdate = async (database: Database, body: unknown) => {
	const update = Update.safeParse(body);
	if (!update.success) return { body, finish: async (answer: unknown) => answer };
	const { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow, ...rest } = update.data;
	const given = { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow };
	if (Object.values(given).every((value) => value === undefined))
		return { body, finish: async (answer: unknown) => answer };
	const limits = Limits.safeParse(given);
	if (!limits.success)
		throw new ApiError("INVALID_REQUEST", "Invalid request body", {
			details: limits.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
		});
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
		// The library refuses an update of nothing.
		body: { enabled: key?.enabled ?? true, ...rest },
		finish: async (answer: unknown) => {
			await database.updateTable("apikey").set(columns).where("id", "=", rest.keyId).execute();
			return { ...(answer as object), ...columns };
		},
	};
};
