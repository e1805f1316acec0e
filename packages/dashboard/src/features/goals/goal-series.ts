import { pointsBefore, type SeriesAnswer, type SeriesPoint } from "../../format/series.ts";

interface GoalPoint {
	time: string;
	goal_id: number;
	conversions: number;
	conversion_rate: number;
	previous?: GoalFigures | null | undefined;
	previous_whole?: GoalFigures | undefined;
}

type GoalFigures = Omit<GoalPoint, "previous" | "previous_whole">;

export type GoalFigure = "conversions" | "rate";

const figureIn = ({ conversions, conversion_rate }: GoalFigures, figure: GoalFigure): number =>
	figure === "rate" ? conversion_rate * 100 : conversions;

/** The points of one goal, in order of time. A rate is in per cent. */
export const goalPoints = (
	rows: readonly GoalPoint[],
	goalId: number,
	figure: GoalFigure = "conversions",
): SeriesPoint[] =>
	rows
		.filter(({ goal_id }) => goal_id === goalId)
		.map((row) => ({ time: row.time, value: figureIn(row, figure) }));

/** The point that each of these is compared with. */
export const goalPointsBefore = (
	rows: readonly GoalPoint[],
	goalId: number,
	figure: GoalFigure,
): SeriesAnswer["previous"] =>
	pointsBefore(
		rows.filter(({ goal_id }) => goal_id === goalId),
		(previous) => figureIn(previous, figure),
	);
