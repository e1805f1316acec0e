import { useWording } from "../../../i18n/language.ts";
import type { TableSort } from "../../../ui/table.tsx";
import { type SortValues, sortedRows } from "./table-sort.ts";
import { useAddressSort } from "./use-address-sort.ts";

/** Sorts the rows of a page's main table as the URL says. */
export const useTableSort = <Row>(
	rows: readonly Row[],
	values: SortValues<Row>,
	usual: TableSort,
) => {
	const { locale } = useWording();
	const sorting = useAddressSort({ columns: Object.keys(values), usual });
	return { ...sorting, rows: sortedRows(rows, sorting.sort, values, locale) };
};
