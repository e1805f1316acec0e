import type { Address } from "../../router/address.ts";
import type { TableSort } from "../../ui/table.tsx";
import { type Sorting, sortOfBy } from "../shared/list/address-sort.ts";
import type { BreakdownKind } from "./dimensions.ts";
import { FIGURES_OF } from "./figures.ts";

/** Which page of a table is shown, and in which order. */
export interface TableView {
	sort: TableSort;
	find: string;
	/** From 1. */
	page: number;
}

export const ROWS_PER_PAGE = 50;

const TEXT_COLUMN = "value";

/** The columns by which a table of a kind can be sorted. */
export const breakdownSorting = (kind: BreakdownKind): Sorting => ({
	columns: [TEXT_COLUMN, ...FIGURES_OF[kind]],
	usual: { by: "count", order: "desc" },
	texts: [TEXT_COLUMN],
});

/** The order, search and page of a table as the URL has them. */
export const tableViewOf = ({ by, find, page }: Address, kind: BreakdownKind): TableView => ({
	sort: sortOfBy(by, breakdownSorting(kind)),
	find: find ?? "",
	page: page ?? 1,
});
