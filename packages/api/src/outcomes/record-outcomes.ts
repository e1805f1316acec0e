import { ApiError } from "@footfall/shared/api-error";
import {
	FOREIGN_HOST_OUTCOME,
	OUTCOME_SLOT_MS,
	OUTCOME_SLOTS,
	OutcomeReport,
} from "@footfall/shared/outcomes";
import type { RequestHandler } from "express";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import { jsonBodyOf } from "../http/body.ts";
import { checked } from "../http/invalid-body.ts";

const DAY_MS = 86_400_000;
/** Inlined, because the statement repeats the same expression in several places. */
const SLOTS = sql.lit(OUTCOME_SLOTS);
const CLEANING_INTERVAL_MS = 3_600_000;

/** The first slot whose outcomes are kept and counted. */
export const firstSlotAt = (now: number): number =>
	Math.floor(now / OUTCOME_SLOT_MS) - OUTCOME_SLOTS + 1;

/** Reports from a clock further ahead are ignored, because their counts would be kept for ever. */
const MAX_AHEAD = 1;

const isKept = (now: number) => {
	const first = firstSlotAt(now);
	return ({ slot }: { slot: number }) => slot >= first && slot < first + OUTCOME_SLOTS + MAX_AHEAD;
};

/** Stores a report. Counts are totals, so a repeated or overtaken report changes nothing. */
export const keepReport = async (
	database: Database,
	{ source, counts, unknownSites }: OutcomeReport,
	now: number,
): Promise<void> => {
	const kept = counts.filter(isKept(now));
	if (kept.length > 0)
		await sql`
			INSERT INTO "recent_outcome" AS "known"
				("siteId", "outcome", "source", "place", "slot", "count")
			SELECT DISTINCT ON ("site", "outcome", "slot" % ${SLOTS})
				"site", "outcome", ${source}::text, "slot" % ${SLOTS}, "slot", "count"
			FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
				AS "sent" ("site" integer, "slot" integer, "outcome" text, "count" bigint)
			ORDER BY "site", "outcome", "slot" % ${SLOTS}, "slot" DESC, "count" DESC
			ON CONFLICT ("siteId", "outcome", "source", "place") DO UPDATE SET
				"slot" = excluded."slot",
				"count" = CASE WHEN "known"."slot" = excluded."slot"
					THEN greatest("known"."count", excluded."count") ELSE excluded."count" END
				WHERE "known"."slot" <= excluded."slot"`.execute(database);
	const unknown = unknownSites.filter(isKept(now));
	if (unknown.length > 0)
		await sql`
			INSERT INTO "unknown_site" AS "known" ("slot", "id", "source", "count")
			SELECT "slot", "id", ${source}::text, max("count")
			FROM jsonb_to_recordset(${JSON.stringify(unknown)}::jsonb)
				AS "sent" ("slot" integer, "id" text, "count" bigint)
			GROUP BY "slot", "id"
			ORDER BY "slot", "id"
			ON CONFLICT ("slot", "id", "source")
				DO UPDATE SET "count" = greatest("known"."count", excluded."count")`.execute(database);
};

/** Deletes sites and gateways without reports for a day. Names, whose number senders control, are deleted at once. */
export const forgetOutcomes = async (database: Database, now: number): Promise<void> => {
	const first = firstSlotAt(now);
	await database.deleteFrom("unknown_site").where("slot", "<", first).execute();
	await database
		.deleteFrom("recent_outcome")
		.where("slot", "<", first)
		.where("outcome", "like", `${FOREIGN_HOST_OUTCOME}%`)
		.execute();
	const yesterday = firstSlotAt(now - DAY_MS);
	await database.deleteFrom("recent_outcome").where("slot", "<", yesterday).execute();
};

/** Receives the gateways' reports. */
export const recordOutcomes = (database: Database, now = Date.now): RequestHandler => {
	let cleanedAt = 0;
	return async (request, response) => {
		const body = jsonBodyOf(request.body);
		const report = checked(OutcomeReport, body, () => new ApiError("INVALID_REQUEST"));
		const instant = now();
		await keepReport(database, report, instant);
		if (instant > cleanedAt + CLEANING_INTERVAL_MS) {
			cleanedAt = instant;
			await forgetOutcomes(database, instant);
		}
		response.status(204).end();
	};
};
