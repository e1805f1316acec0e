import type { AnswerTo } from "../../../api/site-reports.ts";
import type { StripFigure } from "../../../charts/figure-strip.tsx";
import { type Better, type ChangeWords, changeOf } from "../../../format/change.ts";
import { countTitle, type FigureUnit, figureText } from "../../../format/number.ts";
import { pointsBefore, type SeriesAnswer } from "../../../format/series.ts";

/**
 * The figures of a period in display order, with their unit and which direction is good: on every page the same, or one
 * change would be red here and grey there.
 */
export const FIGURES = {
	users: { unit: "count", better: "higher" },
	sessions: { unit: "count", better: "higher" },
	pageviews: { unit: "count", better: "higher" },
	pages_per_session: { unit: "ratio", better: "higher" },
	bounce_rate: { unit: "percent", better: "lower" },
	session_duration: { unit: "seconds", better: "neither" },
} as const satisfies Record<string, { unit: FigureUnit; better: Better }>;
export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

/** The name of the figure of sites with money, which is asked for on its own. */
export const REVENUE = "revenue";

/** The metric of a figure, as questions and explanations of changes name it. */
export const metricOfFigure = (id: string): string =>
	id === "pages_per_session" ? "views_per_session" : id;

/** The figure that `line` names. */
export const figureNamed = (line: string | undefined): FigureName | undefined =>
	FIGURE_NAMES.find((name) => name === line);

type OverviewFigures = AnswerTo<"overview">["data"];
type OverviewPoint = AnswerTo<"overview/time-series">["data"][number];

/** Without sessions there are no rates, only counts. */
const measured = (name: FigureName, figures: Record<FigureName, number>): number | null =>
	FIGURES[name].unit === "count" || figures.sessions > 0 ? figures[name] : null;

const printedFigure = (
	name: FigureName,
	figures: OverviewFigures,
	locale: string,
	words: ChangeWords,
) => {
	const { unit, better } = FIGURES[name];
	const current = measured(name, figures);
	const value = figureText(current, unit, locale);
	const title = unit === "count" ? countTitle(figures[name], locale) : undefined;
	if (!figures.previous) return { value, title };
	const previous = measured(name, figures.previous);
	return {
		value,
		title,
		change: changeOf({ current, previous, unit, better, locale, words }),
		...(previous !== null && { previous: figureText(previous, unit, locale) }),
	};
};

/** What each figure is called; `short` where the strip is narrow. */
interface FigureLabels {
	figure: Readonly<Record<FigureName, string>>;
	short: Readonly<Partial<Record<FigureName, string>>>;
}

/** The figures as the strip shows them, with their changes; without values until they are known. */
export const stripFigures = (
	{ figure, short }: FigureLabels,
	figures: OverviewFigures | undefined,
	locale: string,
	words: ChangeWords,
): StripFigure[] =>
	FIGURE_NAMES.map((name) => {
		const shortLabel = short[name];
		return {
			id: name,
			label: figure[name],
			...(shortLabel !== undefined && { shortLabel }),
			value: "",
			...(figures && printedFigure(name, figures, locale, words)),
		};
	});

/** The series of a figure, and the one it is compared with. */
export const linesOf = (
	name: FigureName,
	points: readonly OverviewPoint[],
): Pick<SeriesAnswer["lines"][number], "points"> & Pick<SeriesAnswer, "previous"> => ({
	points: points.map((point) => ({ time: point.time, value: measured(name, point) })),
	previous: points.some(({ previous }) => previous)
		? pointsBefore(points, (previous) => measured(name, previous))
		: undefined,
});
