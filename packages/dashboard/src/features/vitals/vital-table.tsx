import type { AnswerTo } from "../../api/site-reports.ts";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import { RatingSign } from "../../charts/vitals-bar.tsx";
import { countText, figureText, percentText } from "../../format/number.ts";
import { VITAL_THRESHOLDS, type VitalName, vitalRating } from "../../format/vitals.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { fieldText } from "../../layout/text/filter-text.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { rowFilterOf } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { FilterButton } from "../shared/list/filter-button.tsx";
import { Pager } from "../shared/list/pager.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import css from "./vitals.module.css";
import {
	byOf,
	chosenSort,
	chosenTable,
	type Level,
	leastMeasurements,
	openOf,
	sortField,
	VITAL_DIMENSIONS,
	VITALS,
	type VitalDimension,
} from "./vitals-view.ts";

type Row = AnswerTo<"performance/by-dimension">["data"]["data"][number];

const ROWS_PER_PAGE = 25;

/** A measured value with the sign of its rating unless it is good. */
const Measured = ({ vital, value }: { vital: VitalName; value: number | null }) => {
	const { words, locale } = useWording();
	const rating = vitalRating(vital, value);
	const sign = rating === "needs-improvement" ? "needsImprovement" : rating;
	return (
		<span class={css["measured"]}>
			{sign !== undefined && sign !== "good" && (
				<>
					<RatingSign rating={sign} />
					<span class="vh">{words.chart[sign]} </span>
				</>
			)}
			{figureText(value, VITAL_THRESHOLDS[vital].unit, locale)}
		</span>
	);
};

const useColumns = (
	dimension: VitalDimension,
	vital: VitalName,
	level: Level,
): TableColumn<Row>[] => {
	const { words, locale } = useWording();
	const own = useAreaWords("quality").vitals;
	return [
		{
			id: "value",
			head: fieldText(dimension, words),
			cell: (row) => <FilterButton field={dimension} value={row[dimension] ?? ""} />,
		},
		{
			id: "count",
			head: own.measured,
			isNumber: true,
			isSortable: true,
			cell: (row) => countText(row.event_count, locale),
		},
		...VITALS.map((one) => ({
			id: one,
			head: one.toUpperCase(),
			isNumber: true,
			isSortable: true,
			cell: (row: Row) => <Measured vital={one} value={row[`${one}_${level}`]} />,
		})),
		{
			id: "poor",
			head: own.poorShare(vital.toUpperCase()),
			isNumber: true,
			isSortable: true,
			cell: (row) => {
				const share = row[`${vital}_poor`] ?? null;
				return share === null ? figureText(null, "percent", locale) : percentText(share, locale);
			},
		},
	];
};

interface VitalTableProps {
	vital: VitalName;
	level: Level;
	/** Measured page views of the whole range; undefined while unknown. */
	total: number | undefined;
}

/** The vitals of each page, country, browser …: the worst first, without those that have too few measurements. */
export const VitalTable = ({ vital, level, total }: VitalTableProps) => {
	const { words, locale } = useWording();
	const { vitals: own, lists } = useAreaWords("quality");
	const { address, change } = useAddress();
	const { dimension, hasAll } = chosenTable(address.open);
	const sort = chosenSort(address.by, vital);
	const least = hasAll ? 1 : leastMeasurements(total ?? 0);
	const report = useSiteReport("performance/by-dimension", {
		isCompared: false,
		isOff: total === undefined,
		parameters: {
			dimension,
			ratings: "true",
			sort_by: sortField(sort.by, vital, level),
			sort_order: sort.order,
			min_events: least,
			limit: ROWS_PER_PAGE,
			page: address.page ?? 1,
		},
	});
	const columns = useColumns(dimension, vital, level);
	const found = report.data?.data;
	const isStale = report.state === "refetching" || report.state === "failed";
	const hasFew = least > 1 || hasAll;
	return (
		<Panel
			label={own.by(fieldText(dimension, words))}
			isStale={isStale}
			foot={
				<>
					{hasFew && (
						<span>
							{hasAll ? own.allShown : own.fewLeftOut(countText(least, locale))}{" "}
							<button
								type="button"
								class="link"
								onClick={() => change({ open: openOf(dimension, !hasAll) })}
							>
								{hasAll ? own.leaveFewOut : own.showAll}
							</button>
						</span>
					)}
					<span class="row end">
						<ToBoard
							question={{
								metrics: [`${vital}:${level}`],
								dimensions: [dimension],
								limit: BAR_ROWS,
							}}
						/>
						<CsvLink
							label={lists.csvOf(own.by(fieldText(dimension, words)))}
							report="performance/by-dimension"
							parameters={{ dimension, ratings: "true" }}
						/>
						<Pager rowCount={found?.totalCount ?? 0} perPage={ROWS_PER_PAGE} />
					</span>
				</>
			}
		>
			<Tabs
				label={own.dimensions}
				tabs={VITAL_DIMENSIONS.map((id) => ({ id, label: fieldText(id, words) }))}
				chosen={dimension}
				onChoose={(id) => change({ open: openOf(id, hasAll), by: undefined })}
				aside={
					<span class={css["legend"]} aria-hidden="true">
						<RatingSign rating="needsImprovement" />
						{words.chart.needsImprovement} <RatingSign rating="poor" />
						{words.chart.poor}
					</span>
				}
			>
				{found === undefined ? (
					<ReportPending report={report} rows={12} isInset />
				) : found.data.length === 0 ? (
					<ReportEmpty />
				) : (
					<Table
						label={own.table(fieldText(dimension, words))}
						columns={columns}
						rows={found.data}
						keyOf={(row) => row[dimension] ?? ""}
						sort={sort}
						onSort={(to) => change({ by: byOf(to) })}
						isStale={isStale}
						isSelected={(row) =>
							rowFilterOf(address.filters, dimension, row[dimension] ?? "") === "only"
						}
					/>
				)}
			</Tabs>
		</Panel>
	);
};
