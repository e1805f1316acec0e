import { useMemo, useState } from "preact/hooks";
import { FigureStrip, type StripFigure } from "../../charts/figure-strip.tsx";
import { changeOf } from "../../format/change.ts";
import { countTitle, type FigureUnit, figureText } from "../../format/number.ts";
import { chartDataOf } from "../../format/series.ts";
import { isolated } from "../../i18n/isolated.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import { mayOpenSessions } from "../shared/access/may-open-sessions.ts";
import { conditionOfGoal } from "../shared/condition/condition.ts";
import { conditionText } from "../shared/condition/condition-text.ts";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { BucketPick } from "../shared/report/bucket-pick.tsx";
import { Crumbs, usePageLink } from "../shared/report/crumbs.tsx";
import { useChartTime } from "../shared/report/use-chart-time.ts";
import { useTexts } from "../shared/report/use-texts.ts";
import { SessionsPanel } from "../shared/session/sessions-panel.tsx";
import { WhyLink } from "../shared/why/lazy-why-link.ts";
import { useWhy } from "../shared/why/use-why.tsx";
import { Confirm } from "../shared/write/confirm.tsx";
import { GoalBreakdown } from "./goal-breakdown.tsx";
import { type GoalFigure, goalPoints, goalPointsBefore } from "./goal-series.ts";
import {
	deleteGoal,
	type GoalRow,
	nameOfGoal,
	useGoalSeries,
	useGoalSessions,
	type useGoals,
} from "./use-goals.ts";

/** The metric of a figure, as questions and explanations name it. */
const metricOf = (figure: GoalFigure, { goalId }: GoalRow) =>
	`${figure === "rate" ? "conversion_rate" : "conversions"}(${goalId})`;

const UNITS = { conversions: "count", rate: "percent" } satisfies Record<GoalFigure, FigureUnit>;

/** The figures of a goal, with one of them over time. */
const GoalChart = ({ goal, report }: { goal: GoalRow; report: ReturnType<typeof useGoals> }) => {
	const { own, words, locale, time, view } = useTexts();
	const { address, change } = useAddress();
	const { bucket } = useChartTime();
	const { ask, dialog } = useWhy();
	const chosen: GoalFigure = address.line === "rate" ? "rate" : "conversions";
	const series = useGoalSeries([goal], bucket, true);
	const data = useMemo(
		() =>
			chartDataOf({
				unit: UNITS[chosen],
				bucket,
				now: time.now,
				lines: [
					{
						name: own.figure[chosen],
						points: goalPoints(series.data?.data ?? [], goal.goalId, chosen),
					},
				],
				previous:
					series.data?.comparison && goalPointsBefore(series.data.data, goal.goalId, chosen),
			}),
		[series.data, chosen, bucket, time.now, goal.goalId, own],
	);
	const whyOf = (figure: GoalFigure) => ({
		metric: metricOf(figure, goal),
		name: `${nameOfGoal(goal, own)}: ${own.figure[figure]}`,
	});
	const figure = (
		id: GoalFigure | "value",
		label: string,
		{
			current,
			previous,
			unit,
		}: { current: number; previous: number | undefined; unit: FigureUnit },
	): StripFigure => ({
		id,
		label,
		value: figureText(current, unit, locale),
		title: unit === "count" ? countTitle(current, locale) : undefined,
		...(previous !== undefined && {
			change: changeOf({
				...{ current, previous, unit, locale },
				better: "higher",
				words: words.chart,
			}),
			previous: figureText(previous, unit, locale),
		}),
		...(id !== "value" && ask && { onWhy: () => ask(whyOf(id)) }),
	});
	const before = goal.previous;
	const { currency } = view.site;
	return (
		<Panel label={nameOfGoal(goal, own)} isStale={report.state === "refetching"}>
			<FigureStrip
				label={nameOfGoal(goal, own)}
				figures={[
					figure("conversions", own.figure.conversions, {
						current: goal.total_conversions,
						previous: before?.total_conversions,
						unit: "count",
					}),
					figure("rate", own.figure.rate, {
						current: goal.conversion_rate * 100,
						previous: before && before.conversion_rate * 100,
						unit: "percent",
					}),
					...(currency && goal.total_value !== undefined
						? [
								{
									...figure("value", own.figure.value, {
										current: Number(goal.total_value),
										previous:
											before?.total_value === undefined ? undefined : Number(before.total_value),
										unit: `money ${currency}`,
									}),
									isPlain: true as const,
								},
							]
						: []),
				]}
				chosen={chosen}
				onChoose={(line) => change({ line: line === "conversions" ? undefined : line })}
				state={report.state === "refetching" ? "stale" : "ready"}
				words={words.chart}
			/>
			<NotedChart
				name={own.figure[chosen]}
				data={data}
				time={time}
				words={words.chart}
				better="higher"
				state={cardStateOf(series, ({ data: rows }) =>
					rows.every(({ total_sessions }) => total_sessions === 0),
				)}
				tools={
					<>
						<WhyLink of={whyOf(chosen)} />
						<ToBoard
							title={whyOf(chosen).name}
							question={{
								metrics: [metricOf(chosen, goal)],
								dimensions: [`time:${bucket}`],
							}}
						/>
						<BucketPick words={own.bucket} />
					</>
				}
			/>
			{dialog}
		</Panel>
	);
};

const GoalActions = ({ goal }: { goal: GoalRow }) => {
	const { own, view } = useTexts();
	const { destination, goTo } = useAddress();
	const pageLink = usePageLink();
	const [isDeleting, setIsDeleting] = useState(false);
	if (!view.mayWrite) return null;
	const remove = async () => {
		await deleteGoal(view.site.id, goal.goalId);
		toast(own.goals.deleted);
		if (destination.to === "site") goTo({ ...destination, rest: [] });
	};
	return (
		<>
			<LinkButton href={pageLink("goals", String(goal.goalId), "edit")}>
				{own.goals.edit}
			</LinkButton>
			<Button kind="quiet" onClick={() => setIsDeleting(true)}>
				{own.goals.delete}
			</Button>
			{isDeleting && (
				<Confirm
					title={own.goals.deleteTitle(nameOfGoal(goal, own))}
					action={own.goals.deleteIt}
					keep={own.goals.keep}
					change={remove}
					onClose={() => setIsDeleting(false)}
				>
					{own.goals.deleteText}
				</Confirm>
			)}
		</>
	);
};

/** Reads `page.2`. */
const pageOf = (open: string | undefined) =>
	Number(/^page\.([1-9]\d{0,5})$/.exec(open ?? "")?.[1] ?? 1);

/** A goal over time, the breakdown of its conversions, and the sessions that reached it. */
export const GoalPage = ({
	goal,
	report,
}: {
	goal: GoalRow;
	report: ReturnType<typeof useGoals>;
}) => {
	const { own, words, view } = useTexts();
	const { address, change } = useAddress();
	const page = pageOf(address.open);
	const mayOpen = mayOpenSessions(view);
	const sessions = useGoalSessions(goal.goalId, page, !mayOpen);
	const name = nameOfGoal(goal, own);
	const condition = conditionText(conditionOfGoal(goal), own);
	return (
		<>
			<PageHead
				title={`${isolated(name)} · ${words.page.goals}`}
				of={view.site.domain}
				hasFilters
				actions={<GoalActions goal={goal} />}
			>
				<Crumbs page="goals" name={name} />
			</PageHead>
			{condition !== name && (
				<p class="sec">
					{own.goals.condition}: {condition}
				</p>
			)}
			<GoalChart goal={goal} report={report} />
			<GoalBreakdown goalId={goal.goalId} />
			{mayOpen && (
				<SessionsPanel
					title={own.goals.sessionsTitle}
					report={sessions}
					page={page}
					onPage={(next) => change({ open: next === 1 ? undefined : `page.${next}` })}
					total={goal.total_conversions}
					all={{ goal: String(goal.goalId) }}
				/>
			)}
		</>
	);
};
