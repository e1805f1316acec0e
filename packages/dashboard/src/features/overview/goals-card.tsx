import type { AnswerTo } from "../../api/site-reports.ts";
import { BarList, type BarRow } from "../../charts/bar-list.tsx";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import type { ChartState } from "../../charts/shared/chart-state.ts";
import { countTitle, figureText, percentOf, percentText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CardState } from "../../ui/card-state.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { useWhy } from "../shared/why/use-why.tsx";
import { CARDS, hrefOf, type ListName, opened, openList, shareOf } from "./cards.ts";
import { goalsQuery, isByChange, listQuery, outboundQuery } from "./queries.ts";
import { useChangeColumn, useRowChange } from "./row-change.ts";
import { useCardReport } from "./use-card-report.ts";

/** A count with its share, formatted as in its list. */
type Counted = Omit<BarRow, "text" | "title" | "share" | "change"> & {
	percent: number | null;
	previous?: number | undefined;
};

const printed = (
	{ percent, previous, ...row }: Counted,
	locale: string,
	changeFrom: ReturnType<typeof useRowChange>,
): BarRow => ({
	...row,
	change: changeFrom(row.value, previous),
	text: figureText(row.value, "count", locale),
	title: countTitle(row.value, locale),
	share: percent === null ? "" : percentText(percent, locale),
});

type Goals = AnswerTo<"goals">["data"];
type Links = AnswerTo<"events/outbound">["data"];

const difference = ({ value, previous = 0 }: Counted) => Math.abs(value - previous);

const goalRows = (goals: Goals, byChange: boolean): Counted[] =>
	goals
		.map(({ goalId, name, config, total_conversions, conversion_rate, previous }) => ({
			id: String(goalId),
			label: name ?? config.pathPattern ?? config.eventName ?? String(goalId),
			value: total_conversions,
			percent: conversion_rate * 100,
			previous: previous?.total_conversions,
		}))
		.sort(
			(one, other) =>
				(byChange ? difference(other) - difference(one) : 0) || other.value - one.value,
		);

const linkRows = (links: Links): Counted[] => {
	const all = links.reduce((sum, { count }) => sum + count, 0);
	return links.slice(0, BAR_ROWS).map(({ url, count, previous }) => ({
		id: url,
		label: url.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, ""),
		value: count,
		percent: percentOf(count, all),
		previous: previous?.count,
		href: hrefOf("outbound", url, undefined),
	}));
};

const NoGoal = () => {
	const words = useAreaWords("reports");
	const { destination, linkTo } = useAddress();
	const { mayWrite } = useSiteView();
	return (
		<CardState
			icon="check"
			title={words.noGoal}
			action={
				mayWrite &&
				destination.to === "site" && (
					<LinkButton href={linkTo({ ...destination, page: "goals", rest: [] })}>
						{words.addGoal}
					</LinkButton>
				)
			}
		>
			{words.noGoalText}
		</CardState>
	);
};

const useLists = (list: ListName): { rows: Counted[]; state: ChartState } => {
	const { address } = useAddress();
	const byChange = isByChange(address);
	const goals = useCardReport(goalsQuery(byChange), { isOff: list !== "goals" });
	const events = useCardReport(listQuery("event_name", byChange), {
		isOff: list !== "event_name",
	});
	const links = useCardReport(outboundQuery(byChange), { isOff: list !== "outbound" });
	switch (list) {
		case "event_name":
			return {
				rows: (events.data?.data.data ?? []).map(({ value, count, percentage, previous }) => {
					const filter = rowFilterOf(address.filters, list, value);
					return {
						id: value,
						label: value,
						value: count,
						percent: percentage,
						previous: previous?.count,
						filter: filter === "out" ? "without" : filter,
					};
				}),
				state: cardStateOf(events, ({ data }) => data.data.length === 0),
			};
		case "outbound":
			return {
				rows: linkRows(links.data?.data ?? []),
				state: cardStateOf(links, ({ data }) => data.length === 0),
			};
		default: {
			const isNone = goals.state === "ready" && goals.data?.data.length === 0;
			return {
				rows: goalRows(goals.data?.data ?? [], byChange),
				state: isNone ? { message: <NoGoal /> } : cardStateOf(goals),
			};
		}
	}
};

/** What visitors did: goals they reached, events, outbound links. */
export const GoalsCard = () => {
	const { words: frame, locale } = useWording();
	const words = useAreaWords("reports");
	const { address, change, destination, linkTo } = useAddress();
	const { isEmbedded } = useSiteView();
	const list = openList("goals", address.open);
	const { rows, state } = useLists(list);
	const isGoals = list === "goals";
	const byChange = isByChange(address);
	// As on the events page, where more of an event is neither good nor bad.
	const changeFrom = useRowChange(isGoals ? "higher" : "neither");
	const changes = useChangeColumn();
	const { ask, dialog } = useWhy();
	const page = isGoals ? "goals" : "events";
	const whole = destination.to === "site" ? linkTo({ ...destination, page, rest: [] }) : "";
	const rowsOf = {
		goals: goalsQuery(byChange),
		event_name: listQuery("event_name", byChange),
		outbound: outboundQuery(byChange),
	}[list as "goals" | "event_name" | "outbound"];
	return (
		<BarList
			label={words.card.goals}
			tabs={CARDS.goals.tabs.map((id) => ({ id, label: words.tab[id] }))}
			chosen={list}
			onTab={(id) => change({ open: opened("goals", id as ListName, address.open) })}
			columns={{
				value: isGoals ? words.column.reached : words.column.times,
				share: isGoals ? words.column.rate : words.column.share,
				shareTitle: words.share[shareOf(list)],
				change: changes,
			}}
			rows={rows.map((row) => printed(row, locale, changeFrom))}
			{...(list === "event_name" && {
				onFilter: (id: string, kind: "only" | "without") =>
					change({
						filters: toggled(address.filters, list, id, kind === "without" ? "out" : "only"),
					}),
			})}
			onWhy={
				list === "outbound"
					? undefined
					: ask &&
						(({ id, label }) =>
							ask(
								isGoals
									? { metric: `conversions(${id})`, name: label }
									: { metric: "events", name: label, eventName: id },
							))
			}
			state={state}
			footer={
				<>
					<a class="link nw" href={whole}>
						{words.allOf(words.tab[isGoals ? "goals" : list])}
					</a>
					{!isEmbedded && <CsvLink {...rowsOf} label={words.csvOf(words.tab[list])} />}
					{list !== "outbound" && (
						<ToBoard
							title={words.tab[list]}
							question={{
								metrics: [isGoals ? "sessions" : "events"],
								dimensions: [isGoals ? "goal" : list],
								limit: BAR_ROWS,
							}}
						/>
					)}
					{dialog}
				</>
			}
			words={frame.chart}
		/>
	);
};
