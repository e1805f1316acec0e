import type { TableSort } from "../../../ui/table.tsx";

/** How the rows of a list are sorted. */
export type ListSort<Column extends string = string> = TableSort & { by: Column };

/** By what a list can be sorted. */
export interface Sorting<Column extends string = string> {
	columns: readonly Column[];
	/** The order that the address leaves out. */
	usual: ListSort<Column>;
	/** Columns of text: they begin with A, the others with their largest numbers. */
	texts?: readonly Column[];
}

const usualOrder = <Column extends string>(
	by: Column,
	{ usual, texts = [] }: Sorting<Column>,
): "asc" | "desc" => (by === usual.by ? usual.order : texts.includes(by) ? "asc" : "desc");

/** Reads `sessions` or `sessions:asc`; the usual sorting for a column that there is not. */
export const sortOfBy = <Column extends string>(
	by: string | undefined,
	sorting: Sorting<Column>,
): ListSort<Column> => {
	const [name, order] = by?.split(":") ?? [];
	const column = sorting.columns.find((one) => one === name);
	if (column === undefined) return sorting.usual;
	return {
		by: column,
		order: order === "asc" || order === "desc" ? order : usualOrder(column, sorting),
	};
};

/** How the address says a sorting; undefined for the usual one. */
export const byOfSort = ({ by, order }: ListSort, sorting: Sorting): string | undefined => {
	if (order !== usualOrder(by, sorting)) return `${by}:${order}`;
	return by === sorting.usual.by ? undefined : by;
};
