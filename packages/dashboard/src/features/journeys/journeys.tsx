import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { LazySankey } from "../../charts/lazy-charts.tsx";
import { isMessage } from "../../charts/shared/chart-state.ts";
import { countText, percentText } from "../../format/number.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import shared from "../shared/report/report.module.css";
import { useTexts } from "../shared/report/use-texts.ts";
import {
	type JourneyState,
	journeyStateIn,
	LEAST_STEPS,
	MOST_STEPS,
	stepFilters,
	toggledPage,
	withJourneyState,
} from "./journey-state.ts";
import css from "./journeys.module.css";
import { PageFilters } from "./page-filters.tsx";

type Journey = AnswerTo<"journeys">["journeys"][number];

const CHART_HEIGHT = "30rem";

/** The paths that the URL selects. */
const useJourneyState = (): [JourneyState, (state: JourneyState) => void] => {
	const { address, change } = useAddress();
	const set = (state: JourneyState) => change({ others: withJourneyState(address.others, state) });
	return [journeyStateIn(address.others), set];
};

const useColumns = (): TableColumn<Journey>[] => {
	const { own, locale } = useTexts();
	return [
		{
			id: "way",
			head: own.journeys.way,
			cell: ({ path }) => (
				<ol class={css["way"]}>
					{path.map((page, index) => (
						<li key={index} title={page}>
							{page}
						</li>
					))}
				</ol>
			),
		},
		{
			id: "sessions",
			head: own.journeys.sessions,
			isNumber: true,
			cell: ({ count }) => countText(count, locale),
		},
		{
			id: "share",
			head: own.figure.share,
			isNumber: true,
			cell: ({ percentage }) => percentText(percentage, locale),
		},
	];
};

const WaysPanel = ({
	report,
	parameters,
}: {
	report: Report<AnswerTo<"journeys">>;
	parameters: Readonly<Record<string, string>>;
}) => {
	const { own } = useTexts();
	const columns = useColumns();
	const rows = report.data?.journeys ?? [];
	if (rows.length === 0) return null;
	return (
		<Panel
			label={own.journeys.ways}
			title={own.journeys.ways}
			isStale={report.state === "refetching"}
			foot={
				<>
					<span>{own.journeys.note}</span>
					<span class="end">
						<CsvLink report="journeys" parameters={parameters} />
					</span>
				</>
			}
		>
			<div class={css["ways"]}>
				<Table
					label={own.tableOf(own.journeys.ways)}
					columns={columns}
					rows={rows}
					keyOf={({ path }) => path.join("\n")}
					isStale={report.state !== "ready"}
					isTall
				/>
			</div>
		</Panel>
	);
};

/** The paths that sessions take through the pages. */
const Journeys = () => {
	const { own, words, locale, view } = useTexts();
	const texts = own.journeys;
	const [state, setState] = useJourneyState();
	const filters = stepFilters(state);
	const parameters = {
		steps: String(state.steps),
		...(filters !== undefined && { stepFilters: filters }),
	};
	const report = useSiteReport("journeys", { parameters, isCompared: false });
	const ways = report.data?.journeys ?? [];
	const card = cardStateOf(report, () => ways.length === 0);
	const shown = ways.reduce((sum, { percentage }) => sum + percentage, 0);
	const choices = Array.from({ length: MOST_STEPS - LEAST_STEPS + 1 }, (_, index) =>
		String(index + LEAST_STEPS),
	);
	const suggestions = [...new Set(ways.flatMap(({ path }) => path))].slice(0, 100);
	return (
		<>
			<PageHead
				title={words.page.journeys}
				of={view.site.domain}
				hasFilters
				hasComparison={false}
			/>
			<Panel
				label={texts.label}
				title={<span class={shared["result"]}>{texts.label}</span>}
				aside={
					<SelectField
						isBare
						label={texts.steps}
						value={String(state.steps)}
						choices={choices.map((steps) => [steps, texts.ofSteps(steps)])}
						onChoose={(steps) => setState({ ...state, steps: Number(steps) })}
					/>
				}
				isStale={report.state === "refetching"}
				foot={
					ways.length > 0 && <span>{texts.summary(percentText(Math.min(100, shown), locale))}</span>
				}
			>
				<PageFilters state={state} suggestions={suggestions} onChange={setState} />
				{isMessage(card) ? (
					card.message
				) : card === "loading" ? (
					<SkeletonBlock height={30} />
				) : (
					<LazySankey
						height={CHART_HEIGHT}
						ways={ways}
						pages={report.data?.steps ?? []}
						steps={texts.columns}
						heads={{ from: texts.from, to: texts.to, sessions: texts.sessions }}
						label={texts.label}
						onPick={(page, step) => setState(toggledPage(state, step, page))}
						isStale={card === "stale"}
						locale={locale}
						words={words.chart}
					/>
				)}
			</Panel>
			<WaysPanel report={report} parameters={parameters} />
		</>
	);
};

export default Journeys;
