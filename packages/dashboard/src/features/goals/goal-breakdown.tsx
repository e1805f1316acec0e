import type { AnswerTo } from "../../api/site-reports.ts";
import { BAR_ROWS } from "../../charts/bar-rows.ts";
import { countText, percentText } from "../../format/number.ts";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { fieldText } from "../../layout/text/filter-text.ts";
import { rowFilterOf } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { FilterButton } from "../shared/list/filter-button.tsx";
import { Pager } from "../shared/list/pager.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import css from "../shared/report/report.module.css";
import { useTexts } from "../shared/report/use-texts.ts";
import {
	byOfDimension,
	dimensionOfBy,
	GOAL_DIMENSIONS,
	type GoalDimension,
} from "./goal-dimension.ts";
import { GOAL_ROWS_PER_PAGE, useGoalByDimension } from "./use-goals.ts";

type Row = AnswerTo<"goals/{goalId}/by-dimension">["data"]["data"][number];

const useColumns = (dimension: GoalDimension): TableColumn<Row>[] => {
	const { own, words, locale } = useTexts();
	return [
		{
			id: "value",
			head: fieldText(dimension, words),
			cell: ({ value }) => <FilterButton field={dimension} value={value} />,
		},
		{
			id: "conversions",
			head: own.figure.conversions,
			isNumber: true,
			cell: ({ conversions }) => countText(conversions, locale),
		},
		{
			id: "sessions",
			head: own.figure.sessions,
			isNumber: true,
			cell: ({ sessions }) => countText(sessions, locale),
		},
		{
			id: "rate",
			head: own.figure.rate,
			isNumber: true,
			cell: ({ conversion_rate }) => percentText(conversion_rate * 100, locale),
		},
	];
};

/** The sources, pages, places or devices of the sessions that reached a goal; a click filters by one. */
export const GoalBreakdown = ({ goalId }: { goalId: number }) => {
	const { own, words } = useTexts();
	const { address, change } = useAddress();
	const dimension = dimensionOfBy(address.by);
	const report = useGoalByDimension(goalId, dimension, address.page ?? 1);
	const columns = useColumns(dimension);
	const title = own.goals.by(fieldText(dimension, words));
	const found = report.data?.data;
	return (
		<Panel
			label={title}
			title={<span class={css["result"]}>{title}</span>}
			isStale={report.state === "refetching"}
			aside={
				<SelectField
					isBare
					label={own.goals.dimension}
					value={dimension}
					choices={GOAL_DIMENSIONS.map((one) => [one, fieldText(one, words)])}
					onChoose={(one) => change({ by: byOfDimension(one) })}
				/>
			}
			foot={
				<span class="row end">
					<ToBoard
						question={{
							metrics: [`conversions(${goalId})`],
							dimensions: [dimension],
							limit: BAR_ROWS,
						}}
					/>
					<CsvLink report={`goals/${goalId}/by-dimension`} parameters={{ parameter: dimension }} />
					<Pager rowCount={found?.totalCount ?? 0} perPage={GOAL_ROWS_PER_PAGE} />
				</span>
			}
		>
			{found === undefined ? (
				<ReportPending report={report} rows={8} />
			) : found.data.length === 0 ? (
				<ReportEmpty />
			) : (
				<Table
					label={own.tableOf(title)}
					columns={columns}
					rows={found.data}
					keyOf={({ value }) => value}
					isStale={report.state !== "ready"}
					isSelected={({ value }) => rowFilterOf(address.filters, dimension, value) === "only"}
				/>
			)}
		</Panel>
	);
};
