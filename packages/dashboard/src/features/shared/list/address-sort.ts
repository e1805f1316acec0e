import type { TableSort } from "../../../ui/table.tsx";

/** How the rows of a list are sorted. */
export type ListSort<Column extends string = string> = TableSort & { by: Column };

/** The sortings of a list. */
export interface Sorting<Column extends string = string> {
	columns: readonly Column[];
	/** The default order, which the URL leaves out. */
	usual: ListSort<Column>;
	/** Text columns start with A, all others with their largest numbers. */
	texts?: readonly Column[];
}

const usualOrder = <Column extends string>(
	by: Column,
	{ usual, texts = [] }: Sorting<Column>,
): "asc" | "desc" => (by === usual.by ? usual.order : texts.includes(by) ? "asc" : "desc");

/** Reads `sessions` or `sessions:asc`; the default sorting for an unknown column. */
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

/** A sorting as the URL has it; undefined for the default. */
export const byOfSort = ({ by, order }: ListSort, sorting: Sorting): string | undefined => {
	if (order !== usualOrder(by, sorting)) return `${by}:${order}`;
	return by === sorting.usual.by ? undefined : by;
};
