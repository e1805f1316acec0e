import { useAddress } from "../../router/use-address.ts";
import { byOfSort } from "../shared/list/address-sort.ts";
import type { BreakdownKind } from "./dimensions.ts";
import { breakdownSorting, type TableView, tableViewOf } from "./table-view.ts";

/** The order and page of a table as the URL has them, with their setters. */
export const useTableView = (
	kind: BreakdownKind,
): [TableView, (change: Partial<TableView>) => void] => {
	const { address, change } = useAddress();
	const sorting = breakdownSorting(kind);
	return [
		tableViewOf(address, kind),
		({ sort, find, page }) =>
			change({
				...(sort && { by: byOfSort(sort, sorting) }),
				...(find !== undefined && { find: find === "" ? undefined : find }),
				...(page !== undefined && { page: page === 1 ? undefined : page }),
			}),
	];
};
