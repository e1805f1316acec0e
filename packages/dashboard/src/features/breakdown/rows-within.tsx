import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { filtersParameter } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { TableRow } from "../../ui/table.tsx";
import { type BreakdownAnswer, breakdownListOf } from "./breakdown-answer.ts";
import css from "./breakdown-table.module.css";
import type { ListedDimension } from "./dimensions.ts";
import { NameCell } from "./name-cell.tsx";
import { linkOfRow } from "./page-link.ts";
import { tabName } from "./tab-name.ts";
import { useColumns, useNaming } from "./use-columns.ts";

interface RowsWithinProps {
	/** The dimension that breaks the row down. */
	dimension: ListedDimension;
	/** The expanded row. */
	of: { field: string; value: string };
	/** The dimension of the table, which determines the columns. */
	like: ListedDimension;
}

/** How many rows are shown; the full table has the rest. */
const MOST = 10;
const VIEW = { sort: { by: "count", order: "desc" }, find: "", page: 1 } as const;

/** The rows below an expanded one: the versions of a browser, the regions of a country. */
export const RowsWithin = ({ dimension, of: { field, value }, like }: RowsWithinProps) => {
	const { locale } = useWording();
	const lists = useAreaWords("lists");
	const { address, change } = useAddress();
	const { site } = useSiteView();
	const naming = useNaming(dimension);
	const own =
		value === ""
			? ({ field, comparator: "none", values: [] } as const)
			: ({ field, comparator: "is", values: [value] } as const);
	const filters = filtersParameter([...address.filters, own]) ?? "";
	const report = useSiteReport("metric", {
		parameters: {
			parameter: dimension.id,
			limit: MOST,
			sort_by: "count",
			sort_order: "desc",
			filters,
		},
	});
	const list =
		report.data && breakdownListOf(report.data as BreakdownAnswer, dimension, VIEW, naming);
	const most = Math.max(0, ...(list?.rows ?? []).map(({ figures }) => figures.count ?? 0));
	const columns = useColumns(
		like,
		{
			id: "value",
			head: "",
			cell: (row) => (
				<NameCell
					field={dimension.id}
					value={row.value}
					name={naming.nameOf(row.value)}
					share={most > 0 ? (row.figures.count ?? 0) / most : 0}
					href={linkOfRow(dimension.id, row, site.domain)}
					isBelow
				/>
			),
		},
		{ dimension, filters },
	);
	if (!list)
		return (
			<tr>
				<td colSpan={columns.length}>
					{report.state === "failed" ? (
						<ReportFailure report={report} />
					) : (
						<SkeletonBlock height={1.25} />
					)}
				</td>
			</tr>
		);
	const tab = tabName(dimension, lists);
	// The total counts all of them, not only those listed.
	const all = (report.data?.data.totalCount ?? 0) as number;
	return (
		<>
			{list.rows.map((row) => (
				<TableRow key={row.value} columns={columns} row={row} />
			))}
			{(list.rows.length === 0 || all > list.rows.length) && (
				<tr>
					<td colSpan={columns.length}>
						<span class={css["more"]}>
							{list.rows.length === 0 ? (
								<span class="mut">
									{tab}: {lists.nothingWithin}
								</span>
							) : (
								<button
									type="button"
									class="link"
									onClick={() =>
										change({
											filters: [...address.filters, own],
											open: dimension.id,
											by: undefined,
											find: undefined,
										})
									}
								>
									{lists.allWithin(countText(all, locale), tab)}
								</button>
							)}
						</span>
					</td>
				</tr>
			)}
		</>
	);
};
