import type { TableSort } from "../../ui/table.tsx";

/** A column that rows can be sorted by: its numbers, or its texts. */
export type SortValues<Row> = Readonly<Record<string, (row: Row) => number | string>>;

/** Reads `sessions` or `sessions:asc`; the usual order for a column that there is not. */
export const sortOfBy = <Row>(
	by: string | undefined,
	values: SortValues<Row>,
	usual: TableSort,
): TableSort => {
	const [column = "", order] = by?.split(":") ?? [];
	if (!Object.hasOwn(values, column)) return usual;
	return { by: column, order: order === "asc" ? "asc" : "desc" };
};

/** How the address says a sorting; undefined for the usual one. */
export const byOfSort = ({ by, order }: TableSort, usual: TableSort): string | undefined => {
	if (by === usual.by && order === usual.order) return undefined;
	return order === "asc" ? `${by}:asc` : by;
};

/** The rows in order; those that are equal stay as they were. */
export const sortedRows = <Row>(
	rows: readonly Row[],
	{ by, order }: TableSort,
	values: SortValues<Row>,
	locale: string,
): Row[] => {
	const value = values[by];
	if (!value) return [...rows];
	const collator = new Intl.Collator(locale, { numeric: true });
	const sign = order === "asc" ? 1 : -1;
	return rows.toSorted((one, other) => {
		const [a, b] = [value(one), value(other)];
		return (
			sign *
			(typeof a === "number" && typeof b === "number"
				? a - b
				: collator.compare(String(a), String(b)))
		);
	});
};
