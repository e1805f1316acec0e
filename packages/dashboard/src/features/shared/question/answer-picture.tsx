import { useMemo } from "preact/hooks";
import type { Report } from "../../../api/use-report.ts";
import { chartDataOf } from "../../../format/series.ts";
import { cardStateOf } from "../../../layout/card-state-of.tsx";
import { ReportEmpty } from "../../../layout/report-empty.tsx";
import { ReportFailure } from "../../../layout/report-failure.tsx";
import { CardState, SkeletonBlock } from "../../../ui/card-state.tsx";
import { joined } from "../../../ui/class-names.ts";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import { NotedChart } from "../notes/noted-chart.tsx";
import { AnswerBars } from "./answer-bars.tsx";
import { importedBuckets, linesOfAnswer } from "./answer-rows.ts";
import { Figure } from "./figure.tsx";
import { dimensionText, metricText, type Naming } from "./metric-text.ts";
import css from "./question.module.css";
import {
	CURRENCY,
	GOAL,
	isBucketed,
	type Question,
	type QuestionRow,
	type QuestionView,
} from "./question.ts";
import { namesGoal, useNaming } from "./use-naming.ts";
import type { Answered } from "./use-question.ts";
import { useTime, useValueText } from "./use-value-text.ts";

interface PictureProps {
	answered: Answered;
	naming: Naming;
	isStale: boolean;
}

const Numbers = ({ answered, naming, isStale }: PictureProps) => {
	const { question, answer } = answered;
	// A question by something is shown as its whole; amounts in several currencies have none.
	const whole = answer.totals ?? answer.rows[0];
	const rows = question.dimensions.includes(CURRENCY) ? answer.rows : whole ? [whole] : [];
	return (
		<dl class={joined(css["numbers"], isStale && css["stale"])}>
			{question.metrics.map((metric, place) => (
				<div key={metric} class={css["number"]} title={answer.meta.definitions[metric]}>
					<dt>{metricText(metric, naming)}</dt>
					{rows.map((row, index) => (
						<dd key={index}>
							<Figure {...{ answered, naming, place, row }} />
						</dd>
					))}
					{rows.length === 0 && <dd>–</dd>}
				</div>
			))}
		</dl>
	);
};

const Rows = ({ answered, naming, isStale, label }: PictureProps & { label: string }) => {
	const { question, answer } = answered;
	const textOf = useValueText(naming);
	const columns: TableColumn<QuestionRow>[] = [
		...(question.dimensions.length === 0
			? [{ id: "all", head: "", isHeadHidden: true, cell: () => naming.own.all }]
			: question.dimensions.map((dimension, place) => ({
					id: `d${place}`,
					head: dimensionText(dimension, naming),
					cell: (row: QuestionRow) => textOf(dimension, row.dimensions[place] ?? ""),
				}))),
		...question.metrics.map((metric, place) => ({
			id: `m${place}`,
			head: metricText(metric, naming),
			headTitle: answer.meta.definitions[metric],
			isNumber: true,
			cell: (row: QuestionRow) => (
				<span class={css["cell"]}>
					<Figure {...{ answered, naming, place, row }} />
				</span>
			),
		})),
	];
	return (
		<Table
			label={label}
			columns={columns}
			rows={answer.rows}
			keyOf={({ dimensions }) => JSON.stringify(dimensions)}
			isStale={isStale}
		/>
	);
};

const Line = ({ answered, naming, isStale, label }: PictureProps & { label: string }) => {
	const time = useTime(naming);
	const data = useMemo(() => {
		const chart = chartDataOf({ ...linesOfAnswer(answered, naming), now: time.now });
		// Only a single line is filled below imported buckets.
		return chart.lines.length === 1
			? { ...chart, imported: importedBuckets(answered, chart.buckets) }
			: chart;
	}, [answered, naming, time]);
	return (
		<div class={css["chart"]}>
			<NotedChart
				name={label}
				data={data}
				time={time}
				words={naming.words.chart}
				state={isStale ? "stale" : "ready"}
			/>
		</div>
	);
};

/** The answer to a question as it is to be drawn: its rows, or why there are none. */
export const AnswerPicture = ({
	report,
	question: asked,
	view,
	label,
}: {
	report: Report<Answered>;
	question: Question;
	view: QuestionView;
	label: string;
}) => {
	const answered = report.data;
	const shown = answered?.question ?? asked;
	const naming = useNaming(namesGoal(shown.metrics) || shown.dimensions.includes(GOAL));
	const state = cardStateOf(report);
	if (report.state === "failed") {
		const { question: texts } = naming.own;
		// The site itself exists, or this page would not: what is not found is a goal.
		return report.failure?.status === 404 && namesGoal(asked.metrics) ? (
			<CardState icon="info" title={texts.goalGone}>
				{texts.goalGoneText}
			</CardState>
		) : (
			<ReportFailure report={report} />
		);
	}
	if (!answered) return <SkeletonBlock height={16} />;
	const shared = { answered, naming, isStale: state === "stale", label };
	const { dimensions } = answered.question;
	const isByTime = dimensions.some(isBucketed);
	if (view === "number") return <Numbers {...shared} />;
	if (answered.answer.rows.length === 0) return <ReportEmpty />;
	if (view === "line")
		return isByTime ? (
			<Line {...shared} />
		) : (
			<CardState icon="pulse" title={naming.own.question.needsTime} />
		);
	if (view === "bars" && dimensions.length > 0) return <AnswerBars {...shared} />;
	return <Rows {...shared} />;
};
