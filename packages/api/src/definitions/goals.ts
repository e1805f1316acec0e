import { type Goal, GoalBody, type Goals } from "@footfall/reports/definitions/goal";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import { refuseWith } from "../http/invalid-body.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { definitionNumber, ECHOED } from "./definition.ts";

/** Every goal of a site, the oldest first. */
export const goalsOf = (database: Database, siteId: number): Promise<Goal[]> =>
	database.selectFrom("goal").selectAll().where("siteId", "=", siteId).orderBy("goalId").execute();

/**
 * The goal of a path's `{goalId}`.
 * @throws ApiError 404 both for an unknown goal and for another site's, so that nobody learns which numbers exist
 */
export const goalOf = async (
	database: Database,
	siteId: number,
	reference: string,
): Promise<Goal> =>
	found(
		"Goal",
		await database
			.selectFrom("goal")
			.selectAll()
			.where("goalId", "=", definitionNumber(reference))
			.where("siteId", "=", siteId)
			.executeTakeFirst(),
	);

/** The goals of all sites. */
export const goalsIn = (database: Database): Goals => ({
	ofSite: (siteId) => goalsOf(database, siteId),
	one: (siteId, reference) => goalOf(database, siteId, reference),
});

const Saved = z
	.strictObject({ success: z.boolean(), goalId: z.int() })
	.meta({ component: "SavedGoal" });
const shared = {
	tags: ["Goals"],
	access: { site: "member", scope: "goals:write" },
} as const;
const writing = {
	...shared,
	body: GoalBody,
	echoed: ECHOED,
	refuseBody: refuseWith("Validation error"),
	response: Saved,
} as const;
const one = {
	path: "/api/sites/{site}/goals/{goalId}",
	params: z.object({ goalId: z.string() }),
} as const;

/** The columns of a goal as they are written. */
export const goalColumns = ({ name, goalType, config }: z.output<typeof GoalBody>) => ({
	name: name ?? null,
	goalType,
	config: JSON.stringify(config),
});

/** Creating, replacing and deleting goals; a report has their figures. */
export const goalRoutes = (database: Database, quotas: Quotas): readonly Route[] => [
	route({
		...writing,
		method: "post",
		path: "/api/sites/{site}/goals",
		summary: "Creates a goal",
		description: "It counts from the site's first event on, not only from now.",
		audit: "goal.create",
		status: 201,
		handle: async ({ site, body }) => {
			await quotas.requireRoom("goals", { userId: null, ...site });
			const { goalId } = await database
				.insertInto("goal")
				.values({ siteId: site.siteId, ...goalColumns(body) })
				.returning("goalId")
				.executeTakeFirstOrThrow();
			return { success: true, goalId };
		},
	}),
	route({
		...writing,
		...one,
		method: "put",
		summary: "Replaces a goal",
		description: "Its past figures change too, because goals are evaluated when a report asks.",
		audit: "goal.update",
		handle: async ({ site, params, body }) => {
			const { goalId } = await goalOf(database, site.siteId, params.goalId);
			await database
				.updateTable("goal")
				.set(goalColumns(body))
				.where("goalId", "=", goalId)
				.execute();
			return { success: true, goalId };
		},
	}),
	route({
		...shared,
		...one,
		method: "delete",
		summary: "Deletes a goal",
		description: "Its events stay; only its figures disappear.",
		audit: "goal.delete",
		response: Success,
		handle: async ({ site, params }) => {
			const { goalId } = await goalOf(database, site.siteId, params.goalId);
			await database.deleteFrom("goal").where("goalId", "=", goalId).execute();
			return { success: true };
		},
	}),
];
