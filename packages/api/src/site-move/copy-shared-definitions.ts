import { sql } from "kysely";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { insertSaved } from "../definitions/saved-item.ts";
import { sharedQuestions, sharedSegments } from "./move-plan.ts";

/** Gives the site a copy of each segment of its organization that its reports by mail use. */
const copySegments = async (database: Database, site: Site): Promise<void> => {
	const segments = await sharedSegments(database, site).selectAll().execute();
	for (const { segmentId, filters, ...segment } of segments) {
		const copy = await database
			.insertInto("segment")
			.values({ ...segment, filters: JSON.stringify(filters), siteId: site.siteId })
			.returning("segmentId")
			.executeTakeFirstOrThrow();
		await database
			.updateTable("report_mail")
			.set({ segmentId: copy.segmentId })
			.where("siteId", "=", site.siteId)
			.where("segmentId", "=", segmentId)
			.execute();
	}
};

/** Gives the site a copy of each saved question of its organization that its boards show, also in their old versions. */
const copyQuestions = async (database: Database, site: Site): Promise<void> => {
	const questions = await sharedQuestions(database, site).selectAll().execute();
	const copies: Record<string, number> = {};
	for (const { id, name, content, userId } of questions)
		copies[id] = await insertSaved(database, {
			...{ kind: "question", name, content, userId },
			...{ siteId: site.siteId, organizationId: site.organizationId },
		});
	if (questions.length === 0) return;
	// One statement for each table, however many boards and cards there are.
	const withCopies = sql`jsonb_set("content", '{cards}', (
		SELECT coalesce(jsonb_agg(CASE WHEN "card"->>'kind' = 'saved' AND ${JSON.stringify(copies)}::jsonb ? ("card"->>'questionId')
			THEN jsonb_set("card", '{questionId}', ${JSON.stringify(copies)}::jsonb->("card"->>'questionId'))
			ELSE "card" END ORDER BY "place"), '[]')
		FROM jsonb_array_elements("content"->'cards') WITH ORDINALITY AS "cards" ("card", "place")))`;
	await sql`UPDATE "saved_item" SET "content" = ${withCopies}
		WHERE "siteId" = ${site.siteId} AND "kind" = 'board'`.execute(database);
	await sql`UPDATE "saved_item_version" SET "content" = ${withCopies}
		WHERE "id" IN (SELECT "id" FROM "saved_item"
			WHERE "siteId" = ${site.siteId} AND "kind" = 'board')`.execute(database);
};

/**
 * Copies what belongs to the whole organization and what the site's own definitions refer to, so that they go on as they
 * were in another organization. Call it before the site's definitions are moved.
 */
export const copySharedDefinitions = async (database: Database, site: Site): Promise<void> => {
	await copySegments(database, site);
	await copyQuestions(database, site);
};
