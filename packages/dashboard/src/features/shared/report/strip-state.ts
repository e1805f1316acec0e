import type { Report } from "../../../api/use-report.ts";
import type { StripFigure } from "../../../charts/figure-strip.tsx";
import type { Words } from "../../../i18n/en.ts";

/** How a strip of figures shows a report: one that failed has no figures, and does not wait for any. */
export const stripState = ({
	data,
	state,
}: Pick<Report<unknown>, "data" | "state">): "ready" | "loading" | "stale" => {
	if (data === undefined) return state === "failed" ? "ready" : "loading";
	return state === "ready" ? "ready" : "stale";
};

/** The figures, or, where they could not be loaded, each with the way to try again. */
export const failedFigures = (
	figures: readonly StripFigure[],
	{ data, state, retry }: Report<unknown>,
	{ card }: Words,
): readonly StripFigure[] =>
	data !== undefined || state !== "failed"
		? figures
		: figures.map((figure) => ({
				...figure,
				failure: { text: card.notLoaded, retry: card.retry, onRetry: retry },
			}));
