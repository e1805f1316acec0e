import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../database/schema.ts";

export const DEFAULT_WINDOW_MS = 60_000;

/** A key's own limit, as requests set it. */
export const KeyLimitFields = z.object({
	rateLimitEnabled: z.boolean(),
	rateLimitMax: z.int().positive().max(1_000_000_000),
	/** Milliseconds. */
	rateLimitTimeWindow: z.int().positive().max(2_000_000_000),
});

/** How many requests a key may make in a window. */
export interface KeyLimit {
	requests: number;
	windowMs: number;
}

/** The state of a key's limit after a request. */
export interface KeyUsage extends KeyLimit {
	/** Negative for a request over the limit. */
	remaining: number;
	/** Whole seconds until the window ends. */
	resetSeconds: number;
}

/** The stricter of the key's own limit and the operator's, by requests per second. */
export const stricterOf = (
	own: KeyLimit | undefined,
	operator: KeyLimit | undefined,
): KeyLimit | undefined => {
	if (!own || !operator) return own ?? operator;
	return own.requests / own.windowMs < operator.requests / operator.windowMs ? own : operator;
};

/** Counts a request of a key in the database, so that all its processes share the count. */
export const countRequest = async (
	database: Database,
	keyId: string,
	limit: KeyLimit,
): Promise<KeyUsage> => {
	const { rows } = await sql<{ requests: number; leftMs: number }>`
		INSERT INTO "api_key_usage" AS "usage" ("keyId", "windowStart", "requests")
		VALUES (${keyId}, clock_timestamp(), 1)
		ON CONFLICT ("keyId") DO UPDATE SET
			"windowStart" = CASE WHEN "usage"."windowStart" > clock_timestamp() - ${limit.windowMs} * interval '1 millisecond'
				THEN "usage"."windowStart" ELSE clock_timestamp() END,
			"requests" = CASE WHEN "usage"."windowStart" > clock_timestamp() - ${limit.windowMs} * interval '1 millisecond'
				THEN LEAST("usage"."requests" + 1, 1000000000) ELSE 1 END
		RETURNING "requests",
			(extract(epoch FROM "windowStart" - clock_timestamp()) * 1000)::float8 + ${limit.windowMs}::float8 AS "leftMs"
	`.execute(database);
	const { requests, leftMs } = rows[0] ?? { requests: 1, leftMs: limit.windowMs };
	return {
		...limit,
		remaining: limit.requests - requests,
		resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
	};
};

/** The response headers with the state of a key's limit. */
export const headersOf = ({ requests, remaining, resetSeconds }: KeyUsage) => ({
	"RateLimit-Limit": String(requests),
	"RateLimit-Remaining": String(Math.max(0, remaining)),
	"RateLimit-Reset": String(resetSeconds),
});

/** The error for a request over the limit. */
export const tooManyRequests = ({ requests, resetSeconds }: KeyUsage): ApiError =>
	new ApiError("RATE_LIMITED", "Rate limit exceeded", {
		scope: "burst",
		limit: requests,
		retryAfter: resetSeconds,
	});
