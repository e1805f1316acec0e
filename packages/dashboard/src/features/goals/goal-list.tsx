import { useMemo } from "preact/hooks";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import { Sparkline } from "../../charts/line/sparkline.tsx";
import { moneyText } from "../../format/money.ts";
import { countText, percentText } from "../../format/number.ts";
import { chartDataOf } from "../../format/series.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { CardState, SkeletonRows } from "../../ui/card-state.tsx";
import { joined } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { conditionOfGoal } from "../shared/condition/condition.ts";
import { conditionText } from "../shared/condition/condition-text.ts";
import { CsvLink } from "../shared/export/csv-link.tsx";
import type { SortValues } from "../shared/list/table-sort.ts";
import { useTableSort } from "../shared/list/use-table-sort.ts";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { BucketPick } from "../shared/report/bucket-pick.tsx";
import { ChangeCell } from "../shared/report/change-cell.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { GuideLink } from "../shared/report/guide-link.tsx";
import css from "../shared/report/report.module.css";
import { useChartTime } from "../shared/report/use-chart-time.ts";
import { useTexts } from "../shared/report/use-texts.ts";
import { goalPoints } from "./goal-series.ts";
import { type GoalRow, MOST_GOALS, nameOfGoal, useGoalSeries, type useGoals } from "./use-goals.ts";

type GoalsReport = ReturnType<typeof useGoals>;

const USUAL = { by: "conversions", order: "desc" } as const;

const Trend = ({ goal, goals }: { goal: GoalRow; goals: readonly GoalRow[] }) => {
	const { own, time } = useTexts();
	const { bucket } = useChartTime();
	const report = useGoalSeries(goals, bucket);
	if (!report.data) return null;
	const points = goalPoints(report.data.data, goal.goalId);
	const name = nameOfGoal(goal, own);
	if (points.length < 2) return null;
	return <Sparkline {...{ points, bucket }} now={time.now} label={own.goals.trendLabel(name)} />;
};

const useColumns = (goals: readonly GoalRow[]): TableColumn<GoalRow>[] => {
	const { own, locale, view } = useTexts();
	const pageLink = usePageLink();
	const { currency } = view.site;
	const hasValues = currency !== null && goals.some(({ total_value }) => total_value !== undefined);
	return [
		{
			id: "name",
			head: own.goals.goal,
			isSortable: true,
			cell: (goal) => (
				<a class="link" href={pageLink("goals", String(goal.goalId))}>
					{nameOfGoal(goal, own)}
				</a>
			),
		},
		{
			id: "condition",
			head: own.goals.condition,
			cell: (goal) => <span class="sec">{conditionText(conditionOfGoal(goal), own)}</span>,
		},
		{
			id: "trend",
			head: own.figure.trend,
			cell: (goal) => (
				<div class={css["trend"]}>
					<Trend goal={goal} goals={goals} />
				</div>
			),
		},
		{
			id: "conversions",
			head: own.figure.conversions,
			isNumber: true,
			isSortable: true,
			cell: ({ total_conversions }) => countText(total_conversions, locale),
		},
		{
			id: "change",
			head: own.figure.change,
			isNumber: true,
			cell: (goal) => (
				<ChangeCell
					current={goal.total_conversions}
					previous={goal.previous?.total_conversions}
					why={{ metric: `conversions(${goal.goalId})`, name: nameOfGoal(goal, own) }}
				/>
			),
		},
		{
			id: "rate",
			head: own.figure.rate,
			isNumber: true,
			isSortable: true,
			cell: ({ conversion_rate }) => <b>{percentText(conversion_rate * 100, locale)}</b>,
		},
		{
			id: "rate-change",
			head: own.figure.change,
			isNumber: true,
			cell: (goal) => (
				<ChangeCell
					current={goal.conversion_rate * 100}
					previous={goal.previous && goal.previous.conversion_rate * 100}
					unit="percent"
					why={{ metric: `conversion_rate(${goal.goalId})`, name: nameOfGoal(goal, own) }}
				/>
			),
		},
		...(hasValues
			? [
					{
						id: "value",
						head: own.figure.value,
						isNumber: true,
						isSortable: true,
						cell: ({ total_value }: GoalRow) =>
							total_value === undefined ? null : moneyText(Number(total_value), currency, locale),
					},
				]
			: []),
	];
};

/** How many goals have a line: each has its own colour and dash. */
const MOST_LINES = 5;

/** The conversions of the most reached goals over time. */
const GoalsChart = ({ goals }: { goals: readonly GoalRow[] }) => {
	const { own, words, time } = useTexts();
	const { bucket } = useChartTime();
	const series = useGoalSeries(goals, bucket);
	const data = useMemo(() => {
		const rows = series.data?.data ?? [];
		const drawn = [...goals]
			.sort((one, other) => other.total_conversions - one.total_conversions)
			.slice(0, MOST_LINES);
		return chartDataOf({
			unit: "count",
			bucket,
			now: time.now,
			lines: drawn.map((goal) => ({
				name: nameOfGoal(goal, own),
				points: goalPoints(rows, goal.goalId),
			})),
		});
	}, [series.data, goals, bucket, time.now, own]);
	return (
		<Panel label={own.goals.overTime} isStale={series.state === "refetching"}>
			<NotedChart
				name={own.goals.overTime}
				data={data}
				time={time}
				words={words.chart}
				better="higher"
				state={cardStateOf(series, ({ data: rows }) =>
					rows.every(({ total_sessions }) => total_sessions === 0),
				)}
				tools={<BucketPick words={own.bucket} />}
			/>
		</Panel>
	);
};

const GoalTable = ({ goals, isStale }: { goals: readonly GoalRow[]; isStale: boolean }) => {
	const { own } = useTexts();
	const values: SortValues<GoalRow> = {
		name: (goal) => nameOfGoal(goal, own),
		conversions: ({ total_conversions }) => total_conversions,
		rate: ({ conversion_rate }) => conversion_rate,
		value: ({ total_value = 0 }) => Number(total_value),
	};
	const sorting = useTableSort(goals, values, USUAL);
	return (
		<div class={joined(css["list"], css["goals"])}>
			<Table
				label={own.tableOf(own.goals.title)}
				columns={useColumns(goals)}
				keyOf={({ goalId }) => goalId}
				isStale={isStale}
				{...sorting}
			/>
		</div>
	);
};

/** All goals, with how many sessions reach each. */
export const GoalList = ({ report }: { report: GoalsReport }) => {
	const { own, words, locale, view } = useTexts();
	const pageLink = usePageLink();
	const goals = report.data?.data ?? [];
	const sessions = goals[0]?.total_sessions;
	const add = view.mayWrite && (
		<LinkButton kind="main" href={pageLink("goals", "new")}>
			<Icon name="plus" />
			{own.goals.add}
		</LinkButton>
	);
	return (
		<>
			<PageHead
				title={words.page.goals}
				of={view.site.domain}
				hasFilters
				actions={
					<>
						<GuideLink to="guides/goals-and-funnels" />
						{goals.length > 0 && add}
					</>
				}
			/>
			{goals.length > 0 && <GoalsChart goals={goals} />}
			<Panel
				label={own.goals.title}
				isStale={report.state === "refetching"}
				foot={
					sessions !== undefined && (
						<>
							<span>
								{[
									own.goals.ofSessions(countText(sessions, locale)),
									own.goals.rateNote,
									...((report.data?.meta.total ?? 0) > MOST_GOALS ? [own.goals.more] : []),
								].join(" ")}
							</span>
							<span class="row end">
								<ToBoard
									title={words.page.goals}
									question={{ metrics: ["sessions"], dimensions: ["goal"], limit: BAR_ROWS }}
								/>
								<CsvLink report="goals" isCompared />
							</span>
						</>
					)
				}
			>
				{report.state === "failed" && !report.data ? (
					<ReportFailure report={report} />
				) : report.data === undefined ? (
					<SkeletonRows />
				) : goals.length === 0 ? (
					<CardState icon="check" title={own.goals.none} action={add}>
						{view.mayWrite ? own.goals.noneText : own.goals.noneVisitor}
					</CardState>
				) : (
					<GoalTable goals={goals} isStale={report.state !== "ready"} />
				)}
			</Panel>
		</>
	);
};
