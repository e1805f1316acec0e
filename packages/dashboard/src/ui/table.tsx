import { type ComponentChildren, Fragment } from "preact";
import { useWords } from "../i18n/language.ts";
import { joined } from "./class-names.ts";
import { ScrollArea } from "./scroll-area.tsx";
import css from "./table.module.css";

export interface TableColumn<Row> {
	/** Also its name in the URL. */
	id: string;
	head: string;
	/** Label for screen readers if the head alone is not enough: "Change of sessions". */
	headLabel?: string | undefined;
	/** More about the column, in a tooltip on its head. */
	headTitle?: string | undefined;
	/** The head is visually hidden: the content of the column is self-explanatory. */
	isHeadHidden?: boolean;
	/** Numbers are right-aligned. */
	isNumber?: boolean;
	isSortable?: boolean;
	cell(row: Row): ComponentChildren;
}

export interface TableSort {
	by: string;
	order: "asc" | "desc";
}

interface TableProps<Row> {
	/** Label of the whole table. */
	label: string;
	/** The first one names the row. */
	columns: readonly TableColumn<Row>[];
	rows: readonly Row[];
	keyOf(row: Row): string | number;
	sort?: TableSort | undefined;
	onSort?: ((sort: TableSort) => void) | undefined;
	/** The rows belong to the previous query. */
	isStale?: boolean;
	isSelected?(row: Row): boolean;
	/** The table scrolls below this height; its head stays visible. */
	isTall?: boolean;
	/** Nested rows of a row, as `TableRow`s. */
	below?(row: Row): ComponentChildren;
}

/** Reverses the order of the column that is sorted by; a new column starts with its largest numbers, or with A. */
const nextSort = <Row,>({ id, isNumber }: TableColumn<Row>, sort: TableSort | undefined) => {
	if (sort?.by === id) return { by: id, order: sort.order === "asc" ? "desc" : "asc" } as const;
	return { by: id, order: isNumber ? "desc" : "asc" } as const;
};

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;
const ARROW = { asc: "M4 1l4 6H0z", desc: "M4 7L0 1h8z" };

interface TableRowProps<Row> {
	columns: readonly TableColumn<Row>[];
	row: Row;
	isSelected?: boolean | undefined;
}

/** A row of a table; its first cell names it. */
export const TableRow = <Row,>({ columns, row, isSelected }: TableRowProps<Row>) => (
	<tr class={joined(isSelected && css["selected"])}>
		{columns.map((column, index) =>
			index === 0 ? (
				<th key={column.id} scope="row">
					{column.cell(row)}
				</th>
			) : (
				<td key={column.id} class={joined(column.isNumber && "num")}>
					{column.cell(row)}
				</td>
			),
		)}
	</tr>
);

/** A table; sortable columns have a button in their head, which shows the current order. */
export const Table = <Row,>(props: TableProps<Row>) => {
	const { label, columns, rows, keyOf, sort, onSort, isStale = false, isSelected } = props;
	const words = useWords();
	return (
		<ScrollArea label={label} isStale={isStale} isTall={props.isTall}>
			<table class={joined(css["table"], isStale && css["stale"])}>
				<thead>
					<tr>
						{columns.map((column) => {
							const isSorted = sort?.by === column.id;
							return (
								<th
									key={column.id}
									scope="col"
									class={joined(column.isNumber && "num")}
									aria-sort={isSorted ? ARIA_SORT[sort.order] : undefined}
									aria-label={column.headLabel}
									title={column.headTitle}
								>
									{column.isSortable && onSort ? (
										<button
											type="button"
											aria-label={words.part.sortBy(column.head)}
											onClick={() => onSort(nextSort(column, sort))}
										>
											{column.head}
											{isSorted && (
												<svg class={css["arrow"]} viewBox="0 0 8 8" aria-hidden="true">
													<path d={ARROW[sort.order]} />
												</svg>
											)}
										</button>
									) : (
										<span class={joined(column.isHeadHidden && "vh")}>{column.head}</span>
									)}
								</th>
							);
						})}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<Fragment key={keyOf(row)}>
							<TableRow columns={columns} row={row} isSelected={isSelected?.(row)} />
							{props.below?.(row)}
						</Fragment>
					))}
				</tbody>
			</table>
		</ScrollArea>
	);
};
