import { useMemo } from "preact/hooks";
import { FigureStrip, type StripFigure } from "../../charts/figure-strip.tsx";
import { changeOf } from "../../format/change.ts";
import { countTitle, type FigureUnit, figureText } from "../../format/number.ts";
import { chartDataOf, pointsBefore } from "../../format/series.ts";
import { isolated } from "../../i18n/isolated.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { PageHead } from "../../layout/head/page-head.tsx";
import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { emptyCondition } from "../shared/condition/condition.ts";
import { hrefWithDraft } from "../shared/condition/draft.ts";
import { useFilterButton } from "../shared/list/use-filter-button.ts";
import { NotedChart } from "../shared/notes/noted-chart.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { numericProperties } from "../shared/question/numeric-properties.ts";
import { BucketPick } from "../shared/report/bucket-pick.tsx";
import { Crumbs, usePageLink } from "../shared/report/crumbs.tsx";
import { stripState } from "../shared/report/strip-state.ts";
import { useChartTime } from "../shared/report/use-chart-time.ts";
import { useTexts } from "../shared/report/use-texts.ts";
import { WhyLink } from "../shared/why/lazy-why-link.ts";
import { useWhy } from "../shared/why/use-why.tsx";
import { EventLog } from "./event-log.tsx";
import { EventProperties } from "./event-properties.tsx";
import { useEventNames } from "./names-panel.tsx";

const useFigures = (name: string, onWhy: (() => void) | undefined) => {
	const { own, words, locale } = useTexts();
	const report = useEventNames();
	const found = report.data?.data.find(({ eventName }) => eventName === name);
	const before =
		report.data?.comparison && (found?.previous ?? { count: 0, sessions: 0, users: 0 });
	const hasFailed = report.state === "failed" && report.data === undefined;
	const known = (number: number | undefined) => (hasFailed ? null : (number ?? 0));
	const perSession = (one: { count: number; sessions?: number | undefined } | undefined) =>
		one?.sessions ? one.count / one.sessions : null;
	const figure = (
		id: string,
		label: string,
		[current, previous]: readonly [number | null, number | null | undefined],
		unit: FigureUnit = "count",
	): StripFigure => ({
		id,
		label,
		value: figureText(current, unit, locale),
		title: current !== null && unit === "count" ? countTitle(current, locale) : undefined,
		...(previous !== undefined &&
			previous !== null && {
				change: changeOf({
					...{ current, previous, unit, locale },
					better: "neither",
					words: words.chart,
				}),
				previous: figureText(previous, unit, locale),
			}),
	});
	const figures = [
		{ ...figure("events", own.figure.events, [known(found?.count), before?.count]), onWhy },
		figure("sessions", own.figure.sessions, [known(found?.sessions), before?.sessions]),
		figure("visitors", own.figure.people, [known(found?.users), before?.users]),
		figure(
			"per-session",
			own.figure.perSession,
			[perSession(found), before && perSession(before)],
			"ratio",
		),
	];
	return { report, figures };
};

/** The figures of an event, and its count over time. */
const EventChart = ({ name }: { name: string }) => {
	const { own, words, time } = useTexts();
	const { bucket } = useChartTime();
	const why = { metric: "events", name, eventName: name };
	const { ask, dialog } = useWhy();
	const { report, figures } = useFigures(name, ask && (() => ask(why)));
	const series = useSiteReport("events/time-series", {
		parameters: { event_name: name, bucket },
	});
	const data = useMemo(() => {
		// A server older than this page returns the most frequent events instead.
		const rows = (series.data?.data ?? []).filter(({ event_name }) => event_name === name);
		return chartDataOf({
			...{ unit: "count", bucket },
			now: time.now,
			lines: [{ name, points: rows.map((row) => ({ time: row.time, value: row.event_count })) }],
			previous: series.data?.comparison && pointsBefore(rows, ({ event_count }) => event_count),
		});
	}, [series.data, name, bucket, time.now]);
	return (
		<Panel label={name} isStale={report.state === "refetching"}>
			<FigureStrip label={name} figures={figures} state={stripState(report)} words={words.chart} />
			<NotedChart
				name={own.figure.events}
				data={data}
				time={time}
				words={words.chart}
				state={cardStateOf(series, () => data.buckets.length === 0)}
				tools={
					<>
						<WhyLink of={why} />
						<ToBoard
							title={name}
							question={{ metrics: ["events"], dimensions: [`time:${bucket}`] }}
							where={["is", "event_name", [name]]}
						/>
						<BucketPick words={own.bucket} />
					</>
				}
			/>
			{dialog}
		</Panel>
	);
};

/** Few events have numbers, so it is loaded with the first that has. */
const EventNumbers = lazyPart(async () => (await import("./event-numbers.tsx")).EventNumbers);

const NumbersOf = ({ name }: { name: string }) => {
	const areas = useSiteView().site.seenBy?.areas;
	const report = useSiteReport("events/properties", {
		parameters: { event_name: name },
		isCompared: false,
	});
	const properties = numericProperties(report.data?.data ?? []);
	// Questions are part of the overview, which a private link may not show.
	const isShown = properties.length > 0 && (areas?.includes("overview") ?? true);
	return isShown ? <EventNumbers name={name} properties={properties} /> : null;
};

/** One custom event: its figures, its properties, and each occurrence. */
export const EventPage = ({ name }: { name: string }) => {
	const { own, words, view } = useTexts();
	const pageLink = usePageLink();
	const { state, toggle } = useFilterButton("event_name", name);
	const asGoal = { name: "", steps: [{ ...emptyCondition("event"), value: name }] };
	return (
		<>
			<PageHead
				title={`${isolated(name)} · ${words.page.events}`}
				of={view.site.domain}
				hasFilters
				actions={
					<span class="wide row">
						<Button kind="tool" aria-pressed={state !== undefined} onClick={() => toggle()}>
							<Icon name={state ? "close" : "filter"} />
							{state ? own.events.unfilter : own.events.filterBy}
						</Button>
						{view.mayWrite && (
							<LinkButton kind="tool" href={hrefWithDraft(pageLink("goals", "new"), asGoal)}>
								{own.events.toGoal}
							</LinkButton>
						)}
					</span>
				}
			>
				<Crumbs page="events" name={name} />
			</PageHead>
			<EventChart name={name} />
			<EventProperties name={name} />
			<NumbersOf name={name} />
			<EventLog name={name} />
		</>
	);
};
