import type { TableSort } from "../../../ui/table.tsx";

/** A sortable column: the number or text of a row. */
export type SortValues<Row> = Readonly<Record<string, (row: Row) => number | string>>;

/** The sorted rows; equal ones keep their order. */
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
