import { type Goal, GoalBody } from "@footfall/reports/definitions/goal";
import { ApiError, type Issue } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { definitionNumber } from "./definition-number.ts";

/** Every goal of a site, the oldest first. */
export const goalsOf = (database: Database, siteId: number): Promise<Goal[]> =>
	database.selectFrom("goal").selectAll().where("siteId", "=", siteId).orderBy("goalId").execute();

/**
 * The goal of a path's `{goalId}`.
 * @throws ApiError 404 for an unknown one and for another site's alike: nobody learns which numbers are taken
 */
export const goalOf = async (
	database: Database,
	siteId: number,
	reference: string,
): Promise<Goal> => {
	const goalId = definitionNumber(reference);
	const goal =
		goalId === undefined
			? undefined
			: await database
					.selectFrom("goal")
					.selectAll()
					.where("goalId", "=", goalId)
					.where("siteId", "=", siteId)
					.executeTakeFirst();
	if (!goal) throw new ApiError("NOT_FOUND", "Goal not found");
	return goal;
};

const refuseGoal = (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", "Validation error", {
		details: issues.map(({ path, message }) => ({ path: path.join("."), message })),
	});

const Saved = z.strictObject({ success: z.boolean(), goalId: z.int() });
const shared = {
	tags: ["Goals"],
	access: { site: "member", scope: "goals:write" },
} as const;
const writing = { ...shared, body: GoalBody, refuseBody: refuseGoal, response: Saved } as const;
const one = {
	path: "/api/sites/{site}/goals/{goalId}",
	params: z.object({ goalId: z.string() }),
} as const;

const columnsOf = ({ name, goalType, config }: z.output<typeof GoalBody>) => ({
	name: name ?? null,
	goalType,
	config: JSON.stringify(config),
});

/** Creating, replacing and deleting goals; their numbers are a report. */
export const goalRoutes = (database: Database): readonly Route[] => [
	route({
		...writing,
		method: "post",
		path: "/api/sites/{site}/goals",
		operationId: "postApiSitesSiteGoals",
		summary: "Creates a goal",
		audit: "goal.create",
		status: 201,
		handle: async ({ site, body }) => {
			const { goalId } = await database
				.insertInto("goal")
				.values({ siteId: site.siteId, ...columnsOf(body) })
				.returning("goalId")
				.executeTakeFirstOrThrow();
			return { success: true, goalId };
		},
	}),
	route({
		...writing,
		...one,
		method: "put",
		operationId: "putApiSitesSiteGoalsGoalId",
		summary: "Replaces a goal",
		audit: "goal.update",
		handle: async ({ site, params, body }) => {
			const { goalId } = await goalOf(database, site.siteId, params.goalId);
			await database
				.updateTable("goal")
				.set(columnsOf(body))
				.where("goalId", "=", goalId)
				.execute();
			return { success: true, goalId };
		},
	}),
	route({
		...shared,
		...one,
		method: "delete",
		operationId: "deleteApiSitesSiteGoalsGoalId",
		summary: "Deletes a goal",
		audit: "goal.delete",
		response: z.strictObject({ success: z.boolean() }),
		handle: async ({ site, params }) => {
			const { goalId } = await goalOf(database, site.siteId, params.goalId);
			await database.deleteFrom("goal").where("goalId", "=", goalId).execute();
			return { success: true };
		},
	}),
];
