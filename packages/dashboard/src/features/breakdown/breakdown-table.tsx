import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { fieldText } from "../../layout/text/filter-text.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { rowFilterOf } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { CardState, SkeletonRows } from "../../ui/card-state.tsx";
import { Table } from "../../ui/table.tsx";
import {
	type BreakdownAnswer,
	type BreakdownList,
	breakdownListOf,
	breakdownQuery,
} from "./breakdown-answer.ts";
import { BreakdownFoot } from "./breakdown-foot.tsx";
import css from "./breakdown-table.module.css";
import type { ListedDimension } from "./dimensions.ts";
import { NameCell } from "./name-cell.tsx";
import { linkOfRow } from "./page-link.ts";
import { PastNote } from "./past-note.ts";
import { RowsWithin } from "./rows-within.tsx";
import type { TableView } from "./table-view.ts";
import { useColumns, useNaming } from "./use-columns.ts";

interface BreakdownTableProps {
	dimension: ListedDimension;
	/** Label of the table for screen readers. */
	label: string;
	view: TableView;
	onChange(change: Partial<TableView>): void;
	/** In a dialog: the table scrolls. */
	isTall?: boolean;
}

const isChart = (state: ReturnType<typeof cardStateOf>): state is "ready" | "stale" =>
	state === "ready" || state === "stale";

const mostOf = (list: BreakdownList | undefined) =>
	Math.max(0, ...(list?.rows ?? []).map(({ figures }) => figures.count ?? 0));

/** Why a table has no rows although the period has some: the search, or the page number. */
const NoRows = ({ view, onChange }: Pick<BreakdownTableProps, "view" | "onChange">) => {
	const lists = useAreaWords("lists");
	const isPage = view.page > 1;
	return (
		<CardState
			icon="filter"
			title={isPage ? lists.noPage : lists.noneFound(view.find)}
			action={
				<Button onClick={() => onChange(isPage ? { page: 1 } : { find: "" })}>
					{isPage ? lists.firstPage : lists.clearSearch}
				</Button>
			}
		/>
	);
};

/** A full table of a dimension: sorted, searched and paged. Its rows filter, and can be expanded. */
export const BreakdownTable = (props: BreakdownTableProps) => {
	const { dimension, label, view, onChange, isTall = false } = props;
	const { words } = useWording();
	const lists = useAreaWords("lists");
	const { address } = useAddress();
	const { site } = useSiteView();
	const naming = useNaming(dimension);
	const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
	const { report: name, parameters } = breakdownQuery(dimension, view);
	const report = useSiteReport(name as "metric", { parameters });
	const list =
		report.data && breakdownListOf(report.data as BreakdownAnswer, dimension, view, naming);
	const most = mostOf(list);
	const isFilter = dimension.kind !== "links";
	const toggle = (value: string) =>
		setOpened((before) => {
			const after = new Set(before);
			if (!after.delete(value)) after.add(value);
			return after;
		});
	const columns = useColumns(dimension, {
		id: "value",
		head: isFilter ? fieldText(dimension.id, words) : lists.link,
		isSortable: true,
		cell: (row) => (
			<NameCell
				field={isFilter ? dimension.id : undefined}
				value={row.value}
				name={naming.nameOf(row.value)}
				note={dimension.id === "page_title" ? row.pathname : undefined}
				share={most > 0 ? (row.figures.count ?? 0) / most : 0}
				href={linkOfRow(dimension.id, row, site.domain)}
				isOpen={dimension.within === undefined ? undefined : opened.has(row.value)}
				onOpen={() => toggle(row.value)}
			/>
		),
	});
	const isEmpty = list?.rows.length === 0;
	// A search without matches and a missing page are not an empty period: they have messages of their own.
	const state = cardStateOf(report, () => isEmpty && view.find === "" && view.page === 1);
	if (state === "loading")
		return (
			<>
				<div class={css["body"]}>
					<SkeletonRows rows={10} />
				</div>
				<div class={css["foot"]} />
			</>
		);
	if (!isChart(state) || !list)
		return <div class={css["body"]}>{typeof state === "object" && state.message}</div>;
	return (
		<>
			<div class={css["body"]}>
				{isEmpty ? (
					<NoRows view={view} onChange={onChange} />
				) : (
					<Table
						label={label}
						columns={columns}
						rows={list.rows}
						keyOf={({ value }) => value}
						sort={view.sort}
						onSort={(sort) => onChange({ sort })}
						isStale={state === "stale"}
						isTall={isTall}
						isSelected={({ value }) =>
							isFilter && rowFilterOf(address.filters, dimension.id, value) === "only"
						}
						below={(row) =>
							dimension.within !== undefined &&
							opened.has(row.value) && (
								<RowsWithin
									dimension={{ id: dimension.within, kind: dimension.kind }}
									of={{ field: dimension.id, value: row.value }}
									like={dimension}
								/>
							)
						}
					/>
				)}
			</div>
			{report.data?.imported?.reason && <PastNote of="table" imported={report.data.imported} />}
			{!isEmpty && <BreakdownFoot dimension={dimension} list={list} view={view} />}
		</>
	);
};
