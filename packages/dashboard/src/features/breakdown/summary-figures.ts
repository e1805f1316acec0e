import type { Better } from "../../format/change.ts";
import type { FigureUnit } from "../../format/number.ts";

/** The figures of a period, by the API's names. */
export type SummaryFigure =
	| "users"
	| "sessions"
	| "pageviews"
	| "pages_per_session"
	| "bounce_rate"
	| "session_duration";

export interface SummaryFacts {
	id: SummaryFigure;
	unit: FigureUnit;
	better: Better;
}

export const SUMMARY_FIGURES: readonly SummaryFacts[] = [
	{ id: "users", unit: "count", better: "higher" },
	{ id: "sessions", unit: "count", better: "higher" },
	{ id: "pageviews", unit: "count", better: "higher" },
	{ id: "pages_per_session", unit: "ratio", better: "higher" },
	{ id: "bounce_rate", unit: "percent", better: "lower" },
	{ id: "session_duration", unit: "seconds", better: "higher" },
];

/** The figure that `line` names; undefined for an unknown one. */
export const summaryFigureNamed = (line: string | undefined): SummaryFacts | undefined =>
	SUMMARY_FIGURES.find(({ id }) => id === line);
