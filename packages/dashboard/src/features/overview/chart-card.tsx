import { useMemo, useState } from "preact/hooks";
import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { FigureStrip } from "../../charts/figure-strip.tsx";
import { LineChart } from "../../charts/line/line-chart.tsx";
import { chartDataOf } from "../../format/series.ts";
import { wallTimeOf } from "../../format/wall-time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import type { SeriesBucket } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { Pick } from "../../ui/form/choice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import {
	FIGURES,
	type FigureName,
	figureNamed,
	linesOf,
	stripFigures,
} from "../shared/report/period-figures.ts";
import { annotationsOf, bucketChoice, rangeOfBucket } from "./chart-range.ts";
import css from "./overview.module.css";
import { seriesQuery } from "./queries.ts";
import { useCardReport } from "./use-card-report.ts";
import { useNotes } from "./use-notes.ts";

const DEFAULT_FIGURE: FigureName = "sessions";

const NoteDialog = lazyPart(async () => (await import("./note-dialog.tsx")).NoteDialog);

type Figures = Report<AnswerTo<"overview">>;

const Strip = ({ report }: { report: Figures }) => {
	const { words: frame, locale } = useWording();
	const words = useAreaWords("reports");
	const { address, change } = useAddress();
	const figures = report.data?.data;
	const isFailed = report.state === "failed" && !figures;
	const strip = useMemo(
		() => stripFigures(words, figures, locale, frame.chart),
		[figures, locale, words, frame],
	);
	const failure = { text: frame.card.notLoaded, retry: frame.card.retry, onRetry: report.retry };
	return (
		<FigureStrip
			figures={isFailed ? strip.map((figure) => ({ ...figure, failure })) : strip}
			label={words.figures}
			chosen={figureNamed(address.line) ?? DEFAULT_FIGURE}
			onChoose={(line) => change({ line })}
			state={isFailed || report.state === "ready" ? "ready" : figures ? "stale" : "loading"}
			words={frame.chart}
		/>
	);
};

const NO_POINTS: AnswerTo<"overview/time-series">["data"] = [];

/** The chosen figure over time. */
const Chart = ({ everyMs }: { everyMs: number | undefined }) => {
	const { words: frame, locale } = useWording();
	const words = useAreaWords("reports");
	const { address, change } = useAddress();
	const { site, isVisitor, isEmbedded, now, timeZone } = useSiteView();
	const [isNoting, setIsNoting] = useState(false);
	const { buckets, bucket } = bucketChoice(address.range, address.bucket, now, timeZone);
	const report = useCardReport(seriesQuery(bucket), { everyMs });
	const notes = useNotes();

	const name = figureNamed(address.line) ?? DEFAULT_FIGURE;
	const points = report.data?.data ?? NO_POINTS;
	const wallNow = wallTimeOf(now, timeZone);
	const data = useMemo(() => {
		const { points: line, previous } = linesOf(name, points);
		return chartDataOf({
			unit: FIGURES[name].unit,
			bucket,
			now: wallNow,
			lines: [{ name: words.figure[name], points: line }],
			previous,
		});
	}, [name, points, bucket, wallNow, words]);
	const annotations = useMemo(
		() => annotationsOf(notes.data ?? [], data.buckets, bucket, timeZone),
		[notes.data, data, bucket, timeZone],
	);
	const narrow = (index: number) => {
		const range = rangeOfBucket(data.buckets[index] ?? 0, bucket, {
			range: address.range,
			now,
			timeZone,
		});
		if (range) change({ range });
	};
	return (
		<>
			<LineChart
				name={words.figure[name]}
				data={data}
				time={{ locale, now: wallNow }}
				words={frame.chart}
				better={FIGURES[name].better}
				annotations={annotations}
				state={cardStateOf(report, ({ data: all }) => all.every(({ sessions }) => sessions === 0))}
				tools={
					<>
						{site.mayConfigure && !isVisitor && !isEmbedded && (
							<Button
								kind="quiet"
								isIcon
								class={css["addNote"]}
								aria-label={words.addNote}
								title={words.addNote}
								onClick={() => setIsNoting(true)}
							>
								<Icon name="plus" />
							</Button>
						)}
						<Pick<SeriesBucket>
							label={words.bucket}
							choices={buckets.map((id) => ({ id, label: words.buckets[id] }))}
							chosen={bucket}
							onChoose={(chosen) => change({ bucket: chosen })}
						/>
					</>
				}
				onPick={narrow}
			/>
			{isNoting && <NoteDialog onClose={() => setIsNoting(false)} />}
		</>
	);
};

/** The six figures, and one of them over time. */
export const ChartCard = ({
	figures,
	everyMs,
}: {
	figures: Figures;
	everyMs: number | undefined;
}) => {
	const words = useAreaWords("reports");
	return (
		<Panel label={words.chart}>
			<Strip report={figures} />
			<Chart everyMs={everyMs} />
		</Panel>
	);
};
