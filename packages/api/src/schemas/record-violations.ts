import { ApiError } from "@footfall/shared/api-error";
import {
	QUARANTINE_DAYS,
	VIOLATION_DAY_MS,
	ViolationReport,
} from "@footfall/shared/schemas/violation-report";
import type { RequestHandler } from "express";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import { jsonBodyOf } from "../http/body.ts";
import { checked } from "../http/invalid-body.ts";

/** The first day whose violations are kept. */
export const firstViolationDay = (now: number): number =>
	Math.floor(now / VIOLATION_DAY_MS) - QUARANTINE_DAYS + 1;

/** Receives the gateways' reports of violations. Counts are totals, so a repeated or overtaken report changes nothing. */
export const recordViolations = (database: Database, now = Date.now): RequestHandler => {
	let cleanedOn = 0;
	return async (request, response) => {
		const body = jsonBodyOf(request.body);
		const { source, violations } = checked(
			ViolationReport,
			body,
			() => new ApiError("INVALID_REQUEST"),
		);
		const first = firstViolationDay(now());
		// A clock that is ahead would be kept for ever.
		const kept = violations.filter(({ day }) => day >= first && day <= first + QUARANTINE_DAYS);
		if (kept.length > 0)
			await sql`
				INSERT INTO "schema_violation" AS "known"
					("siteId", "event", "rule", "day", "source", "message", "count", "examples")
				SELECT DISTINCT ON ("site", "event", "rule", "day")
					"site", "event", "rule", "day", ${source}::text, "message", "count", "examples"
				FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS "sent" ("site" integer, "event" text,
					"rule" text, "day" integer, "message" text, "count" bigint, "examples" jsonb)
				ORDER BY "site", "event", "rule", "day", "count" DESC
				ON CONFLICT ("siteId", "event", "rule", "day", "source") DO UPDATE SET
					"count" = excluded."count", "examples" = excluded."examples"
					WHERE "known"."count" < excluded."count"`.execute(database);
		if (cleanedOn !== first) {
			cleanedOn = first;
			await database.deleteFrom("schema_violation").where("day", "<", first).execute();
		}
		response.status(204).end();
	};
};
