import { FigureStrip, type StripFigure } from "../../charts/figure-strip.tsx";
import { changeOf } from "../../format/change.ts";
import { countTitle, figureText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import css from "./summary.module.css";
import { SUMMARY_FIGURES, type SummaryFigure, summaryFigureNamed } from "./summary-figures.ts";

/** The chart and its canvas are a separate chunk, loaded when a viewer opens the chart. */
const SummaryLine = lazyPart(async () => (await import("./summary-line.tsx")).SummaryLine);

/** The figures of the filtered sessions; a click on one draws it. */
export const Summary = () => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const { address, change } = useAddress();
	const report = useSiteReport("overview");
	const { data } = report.data ?? {};
	const chosen = summaryFigureNamed(address.line);
	const figures = SUMMARY_FIGURES.map(({ id, unit, better }): StripFigure => {
		const value = data?.[id] ?? null;
		// Without sessions a rate was not measured.
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
