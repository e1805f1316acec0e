import { useAddress } from "../../address/use-address.ts";
import { FigureStrip, type StripFigure } from "../../chart/figure-strip.tsx";
import { Panel } from "../../part/panel.tsx";
import { changeOf } from "../../shape/change.ts";
import { countTitle, figureText } from "../../shape/number.ts";
import { lazyPart } from "../../shell/lazy/lazy-part.tsx";
import { ReportFailure } from "../../shell/report-failure.tsx";
import { useSiteReport } from "../../shell/use-site-report.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";
import css from "./summary.module.css";
import { SUMMARY_FIGURES, type SummaryFigure, summaryFigureNamed } from "./summary-figures.ts";

/** The chart and its canvas are a chunk of their own, for those who ask for it. */
const SummaryLine = lazyPart(async () => (await import("./summary-line.tsx")).SummaryLine);

/** What is filtered, in figures; a click on one draws it. */
export const Summary = () => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const { address, change } = useAddress();
	const report = useSiteReport("overview");
	const { data } = report.data ?? {};
	const chosen = summaryFigureNamed(address.line);
	const figures = SUMMARY_FIGURES.map(({ id, unit, better }): StripFigure => {
		const value = data?.[id] ?? null;
		// A rate of nothing was not measured.
		const isMeasured = unit === "count" || (data?.previous?.sessions ?? 0) > 0;
		const previous = isMeasured ? (data?.previous?.[id] ?? null) : null;
		return {
			id,
			label: lists.summaryFigures[id],
			value: figureText(value, unit, locale),
			title: value !== null && unit === "count" ? countTitle(value, locale) : undefined,
			change: changeOf({
				current: value,
				previous,
				unit,
				better,
				locale,
				words: words.chart,
			}),
			previous: previous === null ? undefined : figureText(previous, unit, locale),
		};
	});
	if (!data && report.state === "failed")
		return (
			<Panel label={lists.summary}>
				<ReportFailure report={report} />
			</Panel>
		);
	return (
		<Panel label={lists.summary}>
			<div class={chosen ? undefined : css["alone"]}>
				<FigureStrip
					label={lists.summary}
					figures={figures}
					chosen={chosen?.id}
					onChoose={(id) => change({ line: id === chosen?.id ? undefined : (id as SummaryFigure) })}
					state={!data ? "loading" : report.state === "ready" ? "ready" : "stale"}
					words={words.chart}
				/>
			</div>
			{chosen && <SummaryLine figure={chosen} />}
		</Panel>
	);
};
