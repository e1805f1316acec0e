import type { AnswerTo } from "../../api/site-reports.ts";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import { countText, figureText } from "../../format/number.ts";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState, SkeletonRows } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { FilterIconButton } from "../shared/list/filter-icon-button.tsx";
import type { SortValues } from "../shared/list/table-sort.ts";
import { useTableSort } from "../shared/list/use-table-sort.ts";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { ChangeCell } from "../shared/report/change-cell.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { useTexts } from "../shared/report/use-texts.ts";
import css from "./events.module.css";

type EventName = AnswerTo<"events/names">["data"][number];

const USUAL = { by: "events", order: "desc" } as const;
const VALUES: SortValues<EventName> = {
	name: ({ eventName }) => eventName,
	events: ({ count }) => count,
	sessions: ({ sessions = 0 }) => sessions,
	visitors: ({ users = 0 }) => users,
};

export const useEventNames = () =>
	useSiteReport("events/names", { parameters: { people: "true" } });

const useColumns = (): TableColumn<EventName>[] => {
	const { own, locale } = useTexts();
	const pageLink = usePageLink();
	const number = (id: string, head: string, of: (row: EventName) => number | undefined) => ({
		id,
		head,
		isNumber: true,
		isSortable: true,
		cell: (row: EventName) => figureText(of(row) ?? null, "count", locale),
	});
	return [
		{
			id: "name",
			head: own.events.event,
			isSortable: true,
			cell: ({ eventName }) => (
				<span class="row">
					<a class="link" href={pageLink("events", eventName)}>
						{eventName}
					</a>
					<span class="end">
						<FilterIconButton field="event_name" value={eventName} />
					</span>
				</span>
			),
		},
		number("events", own.figure.events, ({ count }) => count),
		{
			id: "change",
			head: own.figure.change,
			isNumber: true,
			cell: ({ count, previous, eventName }) => (
				<ChangeCell
					current={count}
					previous={previous?.count}
					better="neither"
					why={{ metric: "events", name: eventName, eventName }}
				/>
			),
		},
		number("sessions", own.figure.sessions, ({ sessions }) => sessions),
		number("visitors", own.figure.people, ({ users }) => users),
	];
};

/** The custom events of the period, each a link to its own page. */
export const NamesPanel = () => {
	const { own, locale } = useTexts();
	const { address } = useAddress();
	const report = useEventNames();
	const sorting = useTableSort(report.data?.data ?? [], VALUES, USUAL);
	const columns = useColumns();
	const isFiltered = address.filters.length > 0 || address.segment !== undefined;
	const rows = sorting.rows.length;
	return (
		<Panel
			label={own.events.custom}
			title={own.events.custom}
			isStale={report.state === "refetching"}
			foot={
				rows > 0 && (
					<>
						<span>{own.events.all(countText(rows, locale))}</span>
						<span class="row end">
							<ToBoard
								title={own.events.custom}
								question={{ metrics: ["events"], dimensions: ["event_name"], limit: BAR_ROWS }}
							/>
							<CsvLink report="events/names" parameters={{ people: "true" }} isCompared />
						</span>
					</>
				)
			}
		>
			{report.data === undefined ? (
				report.state === "failed" ? (
					<ReportFailure report={report} />
				) : (
					<SkeletonRows />
				)
			) : rows > 0 ? (
				<div class={css["names"]}>
					<Table
						label={own.tableOf(own.events.custom)}
						columns={columns}
						keyOf={({ eventName }) => eventName}
						isStale={report.state !== "ready"}
						isTall
						{...sorting}
					/>
				</div>
			) : isFiltered ? (
				<ReportEmpty />
			) : (
				<CardState icon="bars" title={own.events.none}>
					{own.events.noneText}
				</CardState>
			)}
		</Panel>
	);
};
