import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { FigureStrip, type StripFigure } from "../../charts/figure-strip.tsx";
import { VitalsBar } from "../../charts/vitals-bar.tsx";
import { changeOf } from "../../format/change.ts";
import { countText, figureText } from "../../format/number.ts";
import { pointsBefore } from "../../format/series.ts";
import { VITAL_THRESHOLDS, type VitalName, vitalRating } from "../../format/vitals.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import stack from "../../style/stack.module.css";
import { Banner } from "../../ui/banner.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { BucketPick } from "../shared/report/bucket-pick.tsx";
import { useChartData, useChartTime } from "../shared/report/use-chart-time.ts";
import { usePickedDays } from "../shared/report/use-picked-days.ts";
import { VitalTable } from "./vital-table.tsx";
import own from "./vitals.module.css";
import { chosenVital, LEVELS, type Level, lineOf, VITALS } from "./vitals-view.ts";

type Overview = AnswerTo<"performance/overview">;

const TONES = { good: "good", "needs-improvement": "warn", poor: "bad" } as const;

/** The five vitals at a percentile, each with its rating and its change. */
const useFigures = (report: Report<Overview>, level: Level): StripFigure[] => {
	const { words, locale } = useWording();
	const texts = useAreaWords("quality").vitals;
	const data = report.data?.data;
	return VITALS.map((vital) => {
		const field = `${vital}_${level}` as const;
		const { unit } = VITAL_THRESHOLDS[vital];
		const value = data?.[field] ?? null;
		const previous = data?.previous?.[field] ?? null;
		const rating = vitalRating(vital, value);
		const texted = rating === "needs-improvement" ? "needsImprovement" : rating;
		return {
			id: vital,
			label: `${texts.short[vital]} · ${vital.toUpperCase()}`,
			shortLabel: vital.toUpperCase(),
			value: figureText(value, unit, locale),
			...(rating &&
				texted && { badge: { text: words.chart[texted], tone: TONES[rating] } as const }),
			change: changeOf({
				...{ current: value, previous, unit, better: "lower", locale },
				words: words.chart,
			}),
			...(previous !== null && { previous: figureText(previous, unit, locale) }),
		};
	});
};

const Shares = ({ report, vital }: { report: Report<Overview>; vital: VitalName }) => {
	const { words, locale } = useWording();
	const texts = useAreaWords("quality").vitals;
	const data = report.data?.data;
	const share = (rating: "good" | "needs_improvement" | "poor") =>
		data?.[`${vital}_${rating}`] ?? 0;
	return (
		<div class={own["shares"]}>
			<VitalsBar
				label={texts.shares(
					countText(data?.total_performance_events ?? 0, locale),
					texts.long[vital],
				)}
				counts={{
					good: share("good"),
					needsImprovement: share("needs_improvement"),
					poor: share("poor"),
				}}
				locale={locale}
				words={words.chart}
			/>
		</div>
	);
};

const VitalChart = ({
	overview,
	vital,
	level,
}: {
	overview: Report<Overview>;
	vital: VitalName;
	level: Level;
}) => {
	const { words, locale } = useWording();
	const { vitals: texts, chart } = useAreaWords("quality");
	const chartTime = useChartTime();
	const { unit, good } = VITAL_THRESHOLDS[vital];
	const name = `${texts.long[vital]}, ${texts.levels[level]}`;
	const series = useSiteReport("performance/time-series", {
		parameters: { bucket: chartTime.bucket },
	});
	const data = useChartData(
		series.data,
		chartTime,
		(answer) => ({
			unit,
			lines: [
				{
					name,
					points: answer.data.map((row) => ({
						time: row.time,
						value: row[`${vital}_${level}`],
					})),
				},
			],
			...(answer.comparison && {
				previous: pointsBefore(answer.data, (previous) => previous[`${vital}_${level}`]),
			}),
		}),
		name,
	);
	const onPick = usePickedDays(data);
	const isEmpty = overview.data?.data.total_performance_events === 0;
	return (
		<NotedChart
			name={name}
			data={data}
			time={chartTime.time}
			words={words.chart}
			better="lower"
			limit={{ value: good, name: texts.goodUpTo(figureText(good, unit, locale)) }}
			state={cardStateOf(series, () => isEmpty)}
			tools={
				<>
					<ToBoard
						title={name}
						question={{
							metrics: [`${vital}:${level}`],
							dimensions: [`time:${chartTime.bucket}`],
						}}
					/>
					<BucketPick words={chart.bucket} />
				</>
			}
			onPick={onPick}
		/>
	);
};

/** The web vitals that visitors experience. */
const Vitals = () => {
	const { words } = useWording();
	const texts = useAreaWords("quality").vitals;
	const { address, change, destination, linkTo } = useAddress();
	const { site, isVisitor } = useSiteView();
	const { vital, level } = chosenVital(address.line);
	const overview = useSiteReport("performance/overview", { parameters: { ratings: "true" } });
	const figures = useFigures(overview, level);
	const measured = overview.data?.data.total_performance_events;
	const isOff = !site.webVitals;
	const isUnmeasured = isOff && measured === 0 && address.filters.length === 0;
	return (
		<>
			<PageHead
				title={words.page.vitals}
				of={site.domain}
				hasFilters
				actions={
					<SelectField
						isBare
						label={texts.percentile}
						value={level}
						choices={LEVELS.map((one) => [one, texts.levels[one]])}
						onChoose={(to) => change({ line: lineOf(vital, to) })}
					/>
				}
			/>
			{isUnmeasured ? (
				<Panel label={words.page.vitals}>
					<ReportEmpty switchedOff={words.page.vitals} />
				</Panel>
			) : (
				<div class={stack["stack"]}>
					{isOff && (
						<Banner tone="warn">
							<p>
								{texts.offNow}{" "}
								{!isVisitor && site.mayConfigure && destination.to === "site" && (
									<a href={linkTo({ ...destination, page: "settings", rest: ["tracking"] })}>
										{words.card.switchOn}
									</a>
								)}
							</p>
						</Banner>
					)}
					<Panel label={words.page.vitals} isStale={overview.state === "refetching"}>
						<FigureStrip
							label={texts.choose}
							figures={figures}
							chosen={vital}
							onChoose={(id) => {
								const to = VITALS.find((one) => one === id);
								if (to) change({ line: lineOf(to, level) });
							}}
							state={
								overview.data === undefined && overview.state === "loading"
									? "loading"
									: overview.state === "refetching"
										? "stale"
										: "ready"
							}
							words={words.chart}
						/>
						<VitalChart overview={overview} vital={vital} level={level} />
						<Shares report={overview} vital={vital} />
					</Panel>
					<VitalTable vital={vital} level={level} total={measured} />
				</div>
			)}
		</>
	);
};

export default Vitals;
