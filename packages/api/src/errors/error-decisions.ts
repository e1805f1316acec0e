import type { ErrorDecision } from "@footfall/reports/definitions/error-decision";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import { idsOfErrors } from "./error-aliases.ts";

/** The most decisions of a site that are read; older ones no longer count. */
const MOST = 10_000;

/** The decisions about a site's errors, the latest first. */
export const errorDecisionsOf = (database: Database, siteId: number): Promise<ErrorDecision[]> =>
	database
		.selectFrom("error_state")
		.leftJoin("user", "user.id", "error_state.userId")
		.where("siteId", "=", siteId)
		.select([
			...(["errorId", "state", "release", "untilCount", "untilTime", "decidedAt"] as const),
			"user.name as decidedBy",
		])
		.orderBy("decidedAt", "desc")
		.orderBy("errorId")
		.limit(MOST)
		.execute();

/** What is decided about errors of a site. */
export interface NewDecision {
	siteId: number;
	errorIds: readonly string[];
	/** `new` takes back what was decided. */
	state: "new" | ErrorDecision["state"];
	release: string | null;
	untilCount: number | null;
	untilTime: Date | null;
	decidedAt: Date;
	userId: string | null;
}

/** Stores a decision about errors, by their ids or those of their groups, in one statement: of two people who decide at once, one decision holds for each error, whole. */
export const decide = async (
	database: Database,
	{ siteId, errorIds, state, ...decision }: NewDecision,
): Promise<void> => {
	const { errors, all } = await idsOfErrors(database, siteId, errorIds);
	if (state === "new")
		await database
			.deleteFrom("error_state")
			.where("siteId", "=", siteId)
			.where(
				"errorId",
				"in",
				sql<string>`(SELECT jsonb_array_elements_text(${JSON.stringify(all)}::jsonb))`,
			)
			.execute();
	else
		await database
			.insertInto("error_state")
			// In one order, so that two such statements cannot wait for each other.
			.values(errors.sort().map((errorId) => ({ siteId, errorId, state, ...decision })))
			.onConflict((conflict) =>
				conflict.columns(["siteId", "errorId"]).doUpdateSet({ state, ...decision }),
			)
			.execute();
};
