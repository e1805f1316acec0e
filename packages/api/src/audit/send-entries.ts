import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

/** Neutral, because administrators see it among the deliveries, who may not read the log. */
const TITLE = "Audit log entry";

/**
 * Puts entries of the audit log into the outbox of the channels that get them, in the caller's transaction: each is sent
 * if and only if it is stored.
 * @param state what became of a change that is logged before it is made: such an entry is sent twice
 */
export const sendEntries = async (
	database: Database,
	ids: readonly string[],
	state: "written" | "completed",
): Promise<void> => {
	if (ids.length === 0) return;
	const suffix = state === "written" ? "" : ":completed";
	await sql`
		INSERT INTO "delivery" ("organizationId", "channelId", "key", "payload")
		SELECT "organization"."id", "organization"."auditChannelId",
			'audit:' || "audit_entry"."id" || ${suffix},
			jsonb_build_object('kind', 'notice', 'notice', jsonb_build_object(
				'type', 'audit.entry', 'language', 'en', 'title', ${TITLE}::text,
				'sentences', '[]'::jsonb, 'figures', '[]'::jsonb,
				'data', jsonb_build_object(
					'id', "audit_entry"."id"::text,
					'at', to_char("audit_entry"."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
					'organizationId', "organization"."id", 'action', "action",
					'userId', "userId", 'userEmail', "userEmail", 'via', "via",
					'target', "target", 'details', "details"
				)
			))
		FROM "audit_entry"
		JOIN "organization" ON "organization"."id" = "audit_entry"."organizationId"
		WHERE "audit_entry"."id" = ANY (${ids}::bigint[]) AND "auditChannelId" IS NOT NULL
		ORDER BY "audit_entry"."id"
		ON CONFLICT ("recipient", "key") DO NOTHING`.execute(database);
};
