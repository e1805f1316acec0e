import { useMemo } from "preact/hooks";
import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { FigureStrip } from "../../charts/figure-strip.tsx";
import { chartDataOf } from "../../format/series.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import {
	FIGURES,
	type FigureName,
	figureNamed,
	linesOf,
	metricOfFigure,
	REVENUE,
	stripFigures,
} from "../shared/report/period-figures.ts";
import { useWhy } from "../shared/why/use-why.tsx";
import { ChartFrame, useChartBuckets } from "./chart-frame.tsx";
import { PastNote } from "./past-note.tsx";
import { seriesQuery } from "./queries.ts";
import { useCardReport } from "./use-card-report.ts";

const DEFAULT_FIGURE: FigureName = "sessions";

/** Loaded by sites with money alone. */
const RevenueFigure = lazyPart(async () => (await import("./revenue.tsx")).RevenueFigure, {
	isQuiet: "now",
});
const RevenueChart = lazyPart(async () => (await import("./revenue.tsx")).RevenueChart);

type Figures = Report<AnswerTo<"overview">>;

interface Refetched {
	everyMs: number | undefined;
}

const Strip = ({ report, everyMs }: { report: Figures } & Refetched) => {
	const { words: frame, locale } = useWording();
	const words = useAreaWords("reports");
	const { address, change } = useAddress();
	const { currency } = useSiteView().site;
	const figures = report.data?.data;
	const isFailed = report.state === "failed" && !figures;
	const { ask, dialog } = useWhy();
	const strip = useMemo(
		() =>
			stripFigures(words, figures, locale, frame.chart).map((figure) => ({
				...figure,
				onWhy: ask && (() => ask({ metric: metricOfFigure(figure.id), name: figure.label })),
			})),
		[figures, locale, words, frame, ask],
	);
	const failure = { text: frame.card.notLoaded, retry: frame.card.retry, onRetry: report.retry };
	const isRevenue = currency !== null && address.line === REVENUE;
	const shared = {
		chosen: isRevenue ? REVENUE : (figureNamed(address.line) ?? DEFAULT_FIGURE),
		onChoose: (line: string) => change({ line }),
		words: frame.chart,
	};
	return (
		<>
			<FigureStrip
				figures={isFailed ? strip.map((figure) => ({ ...figure, failure })) : strip}
				label={words.figures}
				state={isFailed || report.state === "ready" ? "ready" : figures ? "stale" : "loading"}
				{...shared}
			>
				{currency && <RevenueFigure currency={currency} everyMs={everyMs} ask={ask} {...shared} />}
			</FigureStrip>
			{dialog}
		</>
	);
};

const NO_POINTS: AnswerTo<"overview/time-series">["data"] = [];

/** The chosen figure over time. */
const Chart = ({ everyMs }: Refetched) => {
	const words = useAreaWords("reports");
	const { address } = useAddress();
	const { bucket, wallNow } = useChartBuckets();
	const report = useCardReport(seriesQuery(bucket), { everyMs });
	const name = figureNamed(address.line) ?? DEFAULT_FIGURE;
	const points = report.data?.data ?? NO_POINTS;
	const data = useMemo(() => {
		const { points: line, previous } = linesOf(name, points);
		const chart = chartDataOf({
			unit: FIGURES[name].unit,
			bucket,
			now: wallNow,
			lines: [{ name: words.figure[name], points: line }],
			previous,
		});
		// Points of one line are its buckets.
		return { ...chart, imported: points.map((point) => point.imported) };
	}, [name, points, bucket, wallNow, words]);
	return (
		<>
			<ChartFrame
				name={words.figure[name]}
				metric={name}
				data={data}
				better={FIGURES[name].better}
				state={cardStateOf(report, ({ data: all }) => all.every(({ sessions }) => sessions === 0))}
			/>
			<PastNote of="chart" imported={report.data?.imported} />
		</>
	);
};

/** The figures, and one of them over time. */
export const ChartCard = ({ figures, everyMs }: { figures: Figures } & Refetched) => {
	const words = useAreaWords("reports");
	const { address } = useAddress();
	const { currency } = useSiteView().site;
	return (
		<Panel label={words.chart}>
			<Strip report={figures} everyMs={everyMs} />
			{currency && address.line === REVENUE ? (
				<RevenueChart currency={currency} everyMs={everyMs} />
			) : (
				<Chart everyMs={everyMs} />
			)}
		</Panel>
	);
};
