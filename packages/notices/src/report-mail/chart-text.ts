import { figureText, pointText } from "./mail-format.ts";
import type { Phrases } from "./phrases.ts";
import type { ChartPoint } from "./report-mail-content.ts";

/** What the chart shows, in words: for those who do not see images. */
export const chartText = (
	points: readonly ChartPoint[],
	every: "day" | "week" | "month",
	phrases: Phrases,
): string =>
	phrases.chartText(
		phrases.chart[every],
		points
			.map(
				({ time, people }) => `${pointText(time, phrases)} ${figureText(people, "count", phrases)}`,
			)
			.join(", "),
	);
