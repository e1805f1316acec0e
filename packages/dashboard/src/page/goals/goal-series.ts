import type { SeriesPoint } from "../../shape/series.ts";

interface GoalPoint {
	time: string;
	goal_id: number;
	conversions: number;
	conversion_rate: number;
}

export type GoalFigure = "conversions" | "rate";

/** One goal's points, in order of time. A rate is in per cent. */
export const goalPoints = (
	rows: readonly GoalPoint[],
	goalId: number,
	figure: GoalFigure = "conversions",
): SeriesPoint[] =>
	rows
		.filter(({ goal_id }) => goal_id === goalId)
		.map(({ time, conversions, conversion_rate }) => ({
			time,
			value: figure === "rate" ? conversion_rate * 100 : conversions,
		}));
