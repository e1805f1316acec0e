import { useAddress } from "../../../router/use-address.ts";
import type { TableSort } from "../../../ui/table.tsx";
import { byOfSort, type Sorting, sortOfBy } from "./address-sort.ts";

/** The sorting of a page's main list from the URL, with its setter. */
export const useAddressSort = (sorting: Sorting) => {
	const { address, change } = useAddress();
	return {
		sort: sortOfBy(address.by, sorting),
		onSort: (next: TableSort) => change({ by: byOfSort(next, sorting) }),
	};
};
