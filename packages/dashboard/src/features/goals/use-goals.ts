import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";
import type { AnswerTo } from "../../api/site-reports.ts";
import { useReport } from "../../api/use-report.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { viewerHeaders } from "../../router/viewer.ts";
import {
	type Condition,
	conditionOfGoal,
	goalOfCondition,
	problemOf,
	stepOfCondition,
} from "../shared/condition/condition.ts";
import { conditionText } from "../shared/condition/condition-text.ts";
import type { BehaviourWords } from "../shared/report/use-texts.ts";
import { SESSIONS_PER_PAGE } from "../shared/session/sessions-panel.tsx";
import type { GoalDimension } from "./goal-dimension.ts";

export type GoalRow = AnswerTo<"goals">["data"][number];

/** The API returns no more than this at once. */
export const MOST_GOALS = 100;

/** All goals of the open site with their numbers, the newest first. */
export const useGoals = () => useSiteReport("goals", { parameters: { page_size: MOST_GOALS } });

/** Conversions over time of some goals. */
export const useGoalSeries = (goals: readonly GoalRow[], bucket: string, isCompared = false) =>
	useSiteReport("goals/time-series", {
		parameters: { goal_ids: goals.map(({ goalId }) => goalId).join(","), bucket },
		isCompared,
		isOff: goals.length === 0,
	});

/** The name of a goal, or its condition. */
export const nameOfGoal = (goal: GoalRow, own: BehaviourWords): string =>
	goal.name?.trim() || conditionText(conditionOfGoal(goal), own);

const invalidateGoals = (site: string) => invalidate(["report", site]);

interface Saved {
	id: number | undefined;
	name: string;
	condition: Condition;
	/** What it is worth, as its configuration has it. */
	value: Pick<GoalRow["config"], "value" | "valueFrom">;
}

/** Creates or replaces a goal. @returns its id */
export const saveGoal = async (
	site: string,
	{ id, name, condition, value }: Saved,
): Promise<number> => {
	const { goalType, config } = goalOfCondition(condition);
	const body = { goalType, config: { ...config, ...value }, name: name.trim() || null };
	const { goalId } = await answerOf(
		id === undefined
			? client.POST("/api/sites/{site}/goals", { params: { path: { site } }, body })
			: client.PUT("/api/sites/{site}/goals/{goalId}", {
					params: { path: { site, goalId: String(id) } },
					body,
				}),
	);
	await invalidateGoals(site);
	return goalId;
};

export const deleteGoal = async (site: string, id: number): Promise<void> => {
	await answerOf(
		client.DELETE("/api/sites/{site}/goals/{goalId}", {
			params: { path: { site, goalId: String(id) } },
		}),
	);
	await invalidateGoals(site);
};

/** The sessions that reached a goal, latest first. @param page from 1 */
export const useGoalSessions = (goalId: number, page: number, isOff: boolean) => {
	const { site, viewer, parameters } = useSiteView();
	const query = { ...parameters, page, limit: SESSIONS_PER_PAGE };
	return useReport({
		key: ["report", site.id, viewer, "goal sessions", goalId, query],
		isOff,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/goals/{goalId}/sessions", {
					params: {
						path: { site: site.id, goalId: String(goalId) },
						query: query as object,
					},
					headers: viewerHeaders(viewer),
					signal,
				}),
			),
	});
};

export const GOAL_ROWS_PER_PAGE = 25;

/** Conversions of a goal by the values of a dimension, sorted by count, largest first. @param page from 1 */
export const useGoalByDimension = (goalId: number, dimension: GoalDimension, page: number) => {
	const { site, viewer, parameters } = useSiteView();
	const query = { ...parameters, parameter: dimension, page, limit: GOAL_ROWS_PER_PAGE };
	return useReport({
		key: ["report", site.id, viewer, "goal by dimension", goalId, query, dimension],
		// Rows of another dimension would filter by the wrong one.
		keepsPrevious: (key) => key.at(-1) === dimension,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/goals/{goalId}/by-dimension", {
					params: {
						path: { site: site.id, goalId: String(goalId) },
						query: query as object,
					},
					headers: viewerHeaders(viewer),
					signal,
				}),
			),
	});
};

/** How many sessions would reach an unsaved goal: the same number that reach it as the first step of a funnel. */
export const useGoalPreview = (condition: Condition) => {
	const step = stepOfCondition(condition);
	return useSiteReport("funnels/analyze", {
		parameters: { steps: JSON.stringify([step, step]) },
		isCompared: false,
		isOff: problemOf(condition) !== undefined,
	});
};
