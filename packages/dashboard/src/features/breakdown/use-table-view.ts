import { useAddress } from "../../router/use-address.ts";
import { byOfSort, sortOfBy } from "../shared/list/address-sort.ts";
import type { BreakdownKind } from "./dimensions.ts";
import { breakdownSorting, type TableView } from "./table-view.ts";

/** The order and page of a table as the URL has them, with their setters. */
export const useTableView = (
	kind: BreakdownKind,
): [TableView, (change: Partial<TableView>) => void] => {
	const { address, change } = useAddress();
	const sorting = breakdownSorting(kind);
	const view = {
		sort: sortOfBy(address.by, sorting),
		find: address.find ?? "",
		page: address.page ?? 1,
	};
	return [
		view,
		({ sort, find, page }) =>
			change({
				...(sort && { by: byOfSort(sort, sorting) }),
				...(find !== undefined && { find: find === "" ? undefined : find }),
				...(page !== undefined && { page: page === 1 ? undefined : page }),
			}),
	];
};
