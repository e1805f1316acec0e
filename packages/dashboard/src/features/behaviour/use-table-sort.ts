import { useAddress } from "../../router/use-address.ts";
import type { TableSort } from "../../ui/table.tsx";
import { byOfSort, type SortValues, sortedRows, sortOfBy } from "./table-sort.ts";

/** Sorts the rows of a page's main table as the address says. */
export const useTableSort = <Row>(
	rows: readonly Row[],
	values: SortValues<Row>,
	usual: TableSort,
	locale: string,
) => {
	const { address, change } = useAddress();
	const sort = sortOfBy(address.by, values, usual);
	return {
		sort,
		rows: sortedRows(rows, sort, values, locale),
		onSort: (next: TableSort) => change({ by: byOfSort(next, usual) }),
	};
};
