import type { ComponentChildren } from "preact";
import type { Report } from "../../../api/use-report.ts";
import type { BarRow } from "../../../charts/bar-list.tsx";
import { countText } from "../../../format/number.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import css from "../list/filter-button.module.css";
import { FilterButton } from "../list/filter-button.tsx";

/** The most rows that the dialog requests. */
export const ALL_VALUES = 100;

interface AllValuesProps {
	title: string;
	heads: { value: string; share: string };
	report: Report<unknown>;
	rows: readonly BarRow[];
	/** The total number of rows. */
	rowCount: number;
	/** The dimension that a click on a row filters by; undefined if rows do not filter. */
	field: string | undefined;
	/** A link to download all rows. */
	csv: ComponentChildren;
	onClose(): void;
}

/** A dialog with every row of a list that shows only a few. */
export const AllValues = (props: AllValuesProps) => {
	const { title, heads, report, rows, rowCount, field, csv, onClose } = props;
	const { words, locale } = useWording();
	const texts = useAreaWords("quality").lists;
	const columns: TableColumn<BarRow>[] = [
		{
			id: "value",
			head: title,
			cell: (row) =>
				field ? (
					<FilterButton field={field} value={row.id} name={row.label} />
				) : (
					<span class={css["name"]} title={row.label}>
						{row.label}
					</span>
				),
		},
		{ id: "count", head: heads.value, isNumber: true, cell: ({ text }) => text },
		{ id: "share", head: heads.share, isNumber: true, cell: ({ share }) => share },
	];
	return (
		<Dialog
			title={title}
			look="broad"
			onClose={onClose}
			foot={
				<>
					{rowCount > rows.length && rows.length > 0 && (
						<span class="mut">
							{texts.first(countText(rows.length, locale), countText(rowCount, locale))}
						</span>
					)}
					<span class="row end">
						{csv}
						<Button onClick={onClose}>{words.part.close}</Button>
					</span>
				</>
			}
		>
			{report.data === undefined ? (
				<ReportPending report={report} rows={12} />
			) : (
				<Table
					label={texts.all(title)}
					columns={columns}
					rows={rows}
					keyOf={({ id }) => id}
					isTall
					isStale={report.state !== "ready"}
					isSelected={({ filter }) => filter === "only"}
				/>
			)}
		</Dialog>
	);
};
