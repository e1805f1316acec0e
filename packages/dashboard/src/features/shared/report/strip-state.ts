import type { Report } from "../../../api/use-report.ts";
import type { StripFigure } from "../../../charts/figure-strip.tsx";
import type { Words } from "../../../i18n/en.ts";

/** The state of a figure strip for a report: a failed report has no figures, and is not shown as loading. */
export const stripState = ({
	data,
	state,
}: Pick<Report<unknown>, "data" | "state">): "ready" | "loading" | "stale" => {
	if (data === undefined) return state === "failed" ? "ready" : "loading";
	return state === "ready" ? "ready" : "stale";
};

/** The figures, or if loading failed, a retry for each. */
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
