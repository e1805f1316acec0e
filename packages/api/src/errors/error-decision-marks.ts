import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

/**
 * For each site, a text that is another one once a decision about its errors changed, was taken back or reached its end,
 * or once other errors are found to be one. A site without any of that is missing.
 */
export const errorDecisionMarks = async (
	database: Database,
	siteIds: readonly number[],
	now: number,
): Promise<Map<number, string>> => {
	const { rows } = await sql<{ siteId: number; mark: string }>`
		SELECT "siteId", string_agg("mark", ' ' ORDER BY "mark") AS "mark"
		FROM (
			SELECT "siteId", 'decided ' || count(*) || ' ' || max("decidedAt") || ' '
				|| count(*) FILTER (WHERE "untilTime" <= ${new Date(now)}) AS "mark"
			FROM "error_state"
			WHERE "siteId" = ANY (${[...siteIds]}::integer[])
			GROUP BY "siteId"
			UNION ALL
			SELECT "siteId", 'one ' || count(*) || ' ' || max("resolvedAt") AS "mark"
			FROM "error_group_alias"
			WHERE "siteId" = ANY (${[...siteIds]}::integer[])
			GROUP BY "siteId"
		) AS "marks"
		GROUP BY "siteId"`.execute(database);
	return new Map(rows.map(({ siteId, mark }) => [siteId, mark]));
};
