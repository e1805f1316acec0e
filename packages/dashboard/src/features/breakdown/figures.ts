import type { Better } from "../../format/change.ts";
import type { FigureUnit } from "../../format/number.ts";
import type { BreakdownKind } from "./dimensions.ts";

/** The figures of a row, by the API's names. */
export type RowFigure =
	| "count"
	| "percentage"
	| "pageviews"
	| "bounce_rate"
	| "time_on_page_seconds";

interface FigureFacts {
	unit: FigureUnit;
	better: Better;
	/** A share changes when others do, so its change says nothing about the row. */
	isCompared: boolean;
}

export const FIGURE_FACTS: Readonly<Record<RowFigure, FigureFacts>> = {
	count: { unit: "count", better: "higher", isCompared: true },
	percentage: { unit: "percent", better: "neither", isCompared: false },
	pageviews: { unit: "count", better: "higher", isCompared: true },
	bounce_rate: { unit: "percent", better: "lower", isCompared: true },
	time_on_page_seconds: { unit: "seconds", better: "neither", isCompared: true },
};

/** The figures of each kind of row, in column order. */
export const FIGURES_OF: Readonly<Record<BreakdownKind, readonly RowFigure[]>> = {
	pages: ["count", "percentage", "pageviews", "bounce_rate", "time_on_page_seconds"],
	edges: ["count", "percentage", "bounce_rate", "time_on_page_seconds"],
	sessions: ["count", "percentage", "bounce_rate"],
	links: ["count", "percentage"],
};
