import { FigureStrip } from "../../charts/figure-strip.tsx";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import { figureNamed, stripFigures } from "../shared/report/period-figures.ts";
import { PastNote } from "./past-note.ts";
import css from "./summary.module.css";

/** The chart and its canvas are a separate chunk, loaded when a viewer opens the chart. */
const SummaryLine = lazyPart(async () => (await import("./summary-line.tsx")).SummaryLine);

/** The figures of the filtered sessions; a click on one draws it. */
export const Summary = () => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const { address, change } = useAddress();
	const report = useSiteReport("overview");
	const { data, imported } = report.data ?? {};
	const chosen = figureNamed(address.line);
	const figures = stripFigures(
		{ figure: lists.summaryFigures, short: lists.short },
		data,
		locale,
		words.chart,
	);
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
					chosen={chosen}
					onChoose={(id) => change({ line: id === chosen ? undefined : id })}
					state={!data ? "loading" : report.state === "ready" ? "ready" : "stale"}
					words={words.chart}
				/>
			</div>
			{chosen && <SummaryLine figure={chosen} />}
			{imported && <PastNote of="chart" imported={imported} />}
		</Panel>
	);
};
