import { useState } from "preact/hooks";
import { Sparkline } from "../../charts/line/sparkline.tsx";
import { ChangeMark } from "../../charts/shared/change-mark.tsx";
import { changeOf } from "../../format/change.ts";
import { countText } from "../../format/number.ts";
import { momentText } from "../../format/time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState } from "../../ui/card-state.tsx";
import { Badge } from "../../ui/form/choice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { Pager } from "../shared/list/pager.tsx";
import { sortedRows } from "../shared/list/table-sort.ts";
import { useAddressSort } from "../shared/list/use-address-sort.ts";
import { type ChartTime, useChartTime } from "../shared/report/use-chart-time.ts";
import { WhyButton } from "../shared/why/why-button.tsx";
import { DecideButtons } from "./decide-buttons.tsx";
import { ERROR_SORTING, type ErrorRow, pageOfNames, SORTED_BY } from "./error-rows.ts";
import { releasesText, STATE_TABS, type StateTab, selectedAmong, tabOf } from "./error-state.ts";
import { ErrorStateBadge } from "./error-state-badge.tsx";
import css from "./errors.module.css";

const ROWS_PER_PAGE = 100;

const stateParameters = (tab: StateTab) => ({
	states: "true",
	...(tab !== "all" && { state: tab }),
});

/** A relative time, with the full date in the title. */
export const Moment = ({ at }: { at: string | undefined }) => {
	const { locale } = useWording();
	const { timeZone, now } = useSiteView();
	if (at === undefined) return <>–</>;
	return (
		<time dateTime={at} class="nw">
			{momentText(Date.parse(at), { locale, timeZone, now })}
		</time>
	);
};

const Trend = ({ row, chartTime }: { row: ErrorRow; chartTime: ChartTime }) => {
	const { locale } = useWording();
	const words = useAreaWords("quality");
	const texts = words.errors;
	const points = row.trend?.map(({ time, error_count }) => ({ time, value: error_count })) ?? [];
	if (points.length < 2) return <>–</>;
	const most = countText(Math.max(...points.map(({ value }) => value)), locale);
	return (
		<span class={css["trend"]}>
			<Sparkline
				points={points}
				bucket={chartTime.bucket}
				now={chartTime.time.now}
				label={texts.trendLabel(most, words.chart.bucket[chartTime.bucket])}
			/>
		</span>
	);
};

interface Selection {
	ids: ReadonlySet<string>;
	toggle(errorIds: readonly string[], isOn: boolean): void;
}

const useColumns = (
	isSortable: boolean,
	chartTime: ChartTime,
	{ selection, hasReleases }: { selection: Selection | undefined; hasReleases: boolean },
): TableColumn<ErrorRow>[] => {
	const { words, locale } = useWording();
	const texts = useAreaWords("quality").errors;
	const { destination, linkTo, address } = useAddress();
	const { comparison, now } = useSiteView();
	const isCompared = Object.keys(comparison).length > 0;
	const hrefOf = (row: ErrorRow) =>
		destination.to === "site" ? linkTo({ ...destination, rest: [row.errorId ?? ""] }) : "";
	const isNew = ({ firstSeen }: ErrorRow) =>
		firstSeen !== undefined && now - Date.parse(firstSeen) < 2 * 86_400_000;
	const columns: TableColumn<ErrorRow>[] = [
		{
			id: "error",
			head: texts.error,
			cell: (row) => (
				<div class={css["row"]}>
					{selection && (
						<input
							type="checkbox"
							class={css["check"]}
							aria-label={texts.select(row.value)}
							checked={selection.ids.has(row.errorId ?? "")}
							onChange={({ currentTarget }) =>
								selection.toggle([row.errorId ?? ""], currentTarget.checked)
							}
						/>
					)}
					<div class={css["error"]}>
						<a href={hrefOf(row)} class={css["message"]}>
							{row.value}
						</a>
						<span class={css["kind"]}>
							<bdi class="cut">{row.errorName}</bdi>
							{row.state && row.state.state !== "new" ? (
								<ErrorStateBadge state={row.state.state} />
							) : (
								isNew(row) && <Badge tone="warn">{texts.isNew}</Badge>
							)}
						</span>
					</div>
				</div>
			),
		},
		{
			id: "count",
			head: texts.occurrences,
			isNumber: true,
			cell: (row) => countText(row.count, locale),
		},
		{
			id: "sessions",
			head: texts.sessions,
			isNumber: true,
			cell: (row) => countText(row.sessionCount, locale),
		},
		{
			id: "users",
			head: texts.users,
			isNumber: true,
			cell: (row) => countText(row.userCount ?? 0, locale),
		},
		{
			id: "change",
			head: words.chart.change,
			isNumber: true,
			cell: ({ count, previous, value, errorId }) => {
				const change = changeOf({
					...{ current: count, previous: previous?.count ?? null, unit: "count", locale },
					...{ better: "lower", words: words.chart },
				});
				if (!change) return "–";
				const mark = <ChangeMark change={change} words={words.chart} />;
				if (errorId === undefined || change.direction === "none") return mark;
				return <WhyButton of={{ metric: "errors", name: value, errorId }}>{mark}</WhyButton>;
			},
		},
		{ id: "trend", head: texts.trend, cell: (row) => <Trend row={row} chartTime={chartTime} /> },
		{
			id: "releases",
			head: texts.releases,
			cell: (row) => <bdi class="nw">{releasesText(row) || "–"}</bdi>,
		},
		{ id: "first", head: texts.first, cell: (row) => <Moment at={row.firstSeen} /> },
		{ id: "last", head: texts.last, cell: (row) => <Moment at={row.lastSeen} /> },
	];
	return columns
		.filter(({ id }) => id !== "change" || (isCompared && address.comparison.kind !== "off"))
		.filter(({ id }) => id !== "releases" || hasReleases)
		.map((column) => ({
			...column,
			isSortable: isSortable && ERROR_SORTING.columns.includes(column.id),
		}));
};

/** Selects errors, and decides about the selected ones. */
const DecideBar = ({
	rows,
	tab,
	selection,
}: {
	rows: readonly ErrorRow[];
	tab: StateTab;
	selection: Selection;
}) => {
	const { locale } = useWording();
	const texts = useAreaWords("quality").errors;
	const ids = selectedAmong(rows, selection.ids);
	const all = rows.flatMap(({ errorId }) => (errorId === undefined ? [] : [errorId]));
	const releases = rows.flatMap(({ lastRelease }) => (lastRelease ? [lastRelease] : []));
	return (
		<fieldset class={css["bar"]}>
			<legend class="vh">{texts.decisions}</legend>
			<label class={css["all"]}>
				<input
					type="checkbox"
					class={css["check"]}
					checked={ids.length > 0 && ids.length === all.length}
					onChange={({ currentTarget }) => selection.toggle(all, currentTarget.checked)}
				/>
				{texts.selectAll}
			</label>
			<span class="mut" aria-live="polite">
				{ids.length > 0 && texts.selected(countText(ids.length, locale))}
			</span>
			<span class="end">
				<DecideButtons
					errorIds={ids}
					releases={[...new Set(releases)]}
					isDecided={tab !== "todo"}
					onDone={() => selection.toggle(ids, false)}
				/>
			</span>
		</fieldset>
	);
};

const useSelection = (): Selection => {
	const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
	return {
		ids,
		toggle: (errorIds, isOn) => {
			const next = new Set(ids);
			for (const id of errorIds) {
				if (isOn) next.add(id);
				else next.delete(id);
			}
			setIds(next);
		},
	};
};

const Rows = ({ tab }: { tab: StateTab }) => {
	const { locale } = useWording();
	const { errors: texts } = useAreaWords("quality");
	const { address } = useAddress();
	const { mayWrite } = useSiteView();
	const chartTime = useChartTime();
	const report = useSiteReport("errors/names", {
		parameters: {
			...stateParameters(tab),
			seen: "true",
			trend: "true",
			bucket: chartTime.bucket,
			page: address.page ?? 1,
			limit: ROWS_PER_PAGE,
		},
	});
	const { rows, rowCount } = report.data
		? pageOfNames(report.data.data)
		: { rows: [], rowCount: 0 };
	// One page of many cannot be sorted in the browser.
	const isWhole = rowCount <= ROWS_PER_PAGE;
	const { sort, onSort } = useAddressSort(ERROR_SORTING);
	const shown = isWhole ? sort : ERROR_SORTING.usual;
	const selection = useSelection();
	const columns = useColumns(isWhole, chartTime, {
		selection: mayWrite ? selection : undefined,
		hasReleases: rows.some(({ lastRelease }) => lastRelease),
	});
	const isStale = report.state === "refetching" || report.state === "failed";
	if (report.data === undefined) return <ReportPending report={report} rows={8} isInset />;
	if (rows.length === 0)
		return tab === "todo" && address.filters.length === 0 ? (
			<CardState icon="check" title={texts.nothingToDo}>
				{texts.nothingToDoText}
			</CardState>
		) : (
			<ReportEmpty />
		);
	return (
		<>
			{mayWrite && <DecideBar rows={rows} tab={tab} selection={selection} />}
			<Table
				label={texts.listTable}
				columns={columns}
				rows={sortedRows(rows, shown, SORTED_BY, locale)}
				keyOf={({ errorId, value }) => errorId ?? value}
				sort={shown}
				onSort={onSort}
				isStale={isStale}
			/>
			{rowCount > ROWS_PER_PAGE && <Pager rowCount={rowCount} perPage={ROWS_PER_PAGE} />}
		</>
	);
};

/** The errors of the range by what is to be done about them. */
export const ErrorList = () => {
	const { errors: texts, lists } = useAreaWords("quality");
	const { address, change } = useAddress();
	const tab = tabOf(address.line);
	return (
		<Panel label={texts.tabsLabel}>
			<Tabs
				label={texts.tabsLabel}
				tabs={STATE_TABS.map((id) => ({ id, label: texts.tabs[id] }))}
				chosen={tab}
				onChoose={(to) => change({ line: to === "todo" ? undefined : to, page: undefined })}
				aside={
					<CsvLink
						label={lists.csvOf(texts.list)}
						report="errors/names"
						parameters={{ seen: "true", ...stateParameters(tab) }}
					/>
				}
			>
				<Rows key={tab} tab={tab} />
			</Tabs>
		</Panel>
	);
};
