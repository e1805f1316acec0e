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
import { Badge } from "../../ui/form/choice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { Pager } from "../shared/list/pager.tsx";
import { sortedRows } from "../shared/list/table-sort.ts";
import { useAddressSort } from "../shared/list/use-address-sort.ts";
import { type ChartTime, useChartTime } from "../shared/report/use-chart-time.ts";
import { ERROR_SORTING, type ErrorRow, pageOfNames, SORTED_BY } from "./error-rows.ts";
import css from "./errors.module.css";

const ROWS_PER_PAGE = 100;

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

const useColumns = (isSortable: boolean, chartTime: ChartTime): TableColumn<ErrorRow>[] => {
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
				<div class={css["error"]}>
					<a href={hrefOf(row)} class={css["message"]}>
						{row.value}
					</a>
					<span class={css["kind"]}>
						<bdi class="cut">{row.errorName}</bdi>
						{isNew(row) && <Badge tone="warn">{texts.isNew}</Badge>}
					</span>
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
			cell: ({ count, previous }) => {
				const change = changeOf({
					...{ current: count, previous: previous?.count ?? null, unit: "count", locale },
					...{ better: "lower", words: words.chart },
				});
				return change ? <ChangeMark change={change} words={words.chart} /> : "–";
			},
		},
		{ id: "trend", head: texts.trend, cell: (row) => <Trend row={row} chartTime={chartTime} /> },
		{ id: "first", head: texts.first, cell: (row) => <Moment at={row.firstSeen} /> },
		{ id: "last", head: texts.last, cell: (row) => <Moment at={row.lastSeen} /> },
	];
	return columns
		.filter(({ id }) => id !== "change" || (isCompared && address.comparison.kind !== "off"))
		.map((column) => ({
			...column,
			isSortable: isSortable && ERROR_SORTING.columns.includes(column.id),
		}));
};

/** The errors of the range, grouped by message. */
export const ErrorList = () => {
	const { locale } = useWording();
	const { errors: texts, lists } = useAreaWords("quality");
	const { address } = useAddress();
	const chartTime = useChartTime();
	const report = useSiteReport("errors/names", {
		parameters: {
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
	const columns = useColumns(isWhole, chartTime);
	const isStale = report.state === "refetching" || report.state === "failed";
	return (
		<Panel
			label={texts.list}
			title={texts.list}
			isStale={report.state === "refetching"}
			aside={
				<CsvLink
					label={lists.csvOf(texts.list)}
					report="errors/names"
					parameters={{ seen: "true" }}
				/>
			}
			foot={rowCount > ROWS_PER_PAGE && <Pager rowCount={rowCount} perPage={ROWS_PER_PAGE} />}
		>
			{report.data === undefined ? (
				<ReportPending report={report} rows={8} isInset />
			) : rows.length === 0 ? (
				<ReportEmpty />
			) : (
				<Table
					label={texts.listTable}
					columns={columns}
					rows={sortedRows(rows, shown, SORTED_BY, locale)}
					keyOf={({ value }) => value}
					sort={shown}
					onSort={onSort}
					isStale={isStale}
				/>
			)}
		</Panel>
	);
};
