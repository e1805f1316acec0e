import { apiHref } from "../../api/client.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { countText, percentText } from "../../format/number.ts";
import { chartDataOf } from "../../format/series.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { viewerParameters } from "../../router/viewer.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CardState, SkeletonRows } from "../../ui/card-state.tsx";
import { joined } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import css from "../behaviour/behaviour.module.css";
import { useBucket } from "../behaviour/bucket-pick.tsx";
import { ChangeCell } from "../behaviour/change-cell.tsx";
import { conditionOfGoal } from "../behaviour/condition.ts";
import { conditionText } from "../behaviour/condition-text.ts";
import { usePageLink } from "../behaviour/crumbs.tsx";
import type { SortValues } from "../behaviour/table-sort.ts";
import { useTableSort } from "../behaviour/use-table-sort.ts";
import { useTexts } from "../behaviour/use-texts.ts";
import { goalPoints } from "./goal-series.ts";
import { type GoalRow, MOST_GOALS, nameOfGoal, useGoalSeries, type useGoals } from "./use-goals.ts";

type GoalsReport = ReturnType<typeof useGoals>;

const USUAL = { by: "conversions", order: "desc" } as const;

const Trend = ({ goal, goals }: { goal: GoalRow; goals: readonly GoalRow[] }) => {
	const { own, time } = useTexts();
	const bucket = useBucket();
	const report = useGoalSeries(goals, bucket);
	if (!report.data) return null;
	const points = goalPoints(report.data.data, goal.goalId);
	const name = nameOfGoal(goal, own);
	const data = chartDataOf({ unit: "count", bucket, now: time.now, lines: [{ name, points }] });
	const [line] = data.lines;
	if (!line || line.values.length < 2) return null;
	return (
		<Sparkline
			values={line.values}
			unfinished={data.unfinished}
			projected={line.projected}
			label={own.goals.trendLabel(name)}
		/>
	);
};

const useColumns = (goals: readonly GoalRow[]): TableColumn<GoalRow>[] => {
	const { own, locale } = useTexts();
	const pageLink = usePageLink();
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
			cell: ({ total_conversions, previous }) => (
				<ChangeCell current={total_conversions} previous={previous?.total_conversions} />
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
			cell: ({ conversion_rate, previous }) => (
				<ChangeCell
					current={conversion_rate * 100}
					previous={previous && previous.conversion_rate * 100}
					unit="percent"
				/>
			),
		},
	];
};

const GoalTable = ({ goals, isStale }: { goals: readonly GoalRow[]; isStale: boolean }) => {
	const { own, locale } = useTexts();
	const values: SortValues<GoalRow> = {
		name: (goal) => nameOfGoal(goal, own),
		conversions: ({ total_conversions }) => total_conversions,
		rate: ({ conversion_rate }) => conversion_rate,
	};
	const sorting = useTableSort(goals, values, USUAL, locale);
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

/** All goals with how many sessions reach each. */
export const GoalList = ({ report }: { report: GoalsReport }) => {
	const { own, words, locale, view } = useTexts();
	const { address } = useAddress();
	const pageLink = usePageLink();
	const goals = report.data?.data ?? [];
	const sessions = goals[0]?.total_sessions;
	const add = !view.isVisitor && (
		<LinkButton kind="main" href={pageLink("goals", "new")}>
			<Icon name="plus" />
			{own.goals.add}
		</LinkButton>
	);
	const csv = apiHref(
		`/api/sites/${view.site.id}/export/goals`,
		Object.fromEntries(
			Object.entries({
				...view.parameters,
				...view.comparison,
				...viewerParameters(view.viewer),
				bom: "true",
			}).map(([name, value]) => [name, String(value)]),
		),
	);
	return (
		<>
			<PageHead
				title={words.page.goals}
				of={view.site.domain}
				hasFilters
				actions={goals.length > 0 && add}
			/>
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
							<a class="link end" href={csv} key={address.by}>
								{own.sessionsOf.csv}
							</a>
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
						{view.isVisitor ? own.goals.noneVisitor : own.goals.noneText}
					</CardState>
				) : (
					<GoalTable goals={goals} isStale={report.state !== "ready"} />
				)}
			</Panel>
		</>
	);
};
