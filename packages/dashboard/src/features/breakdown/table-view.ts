import type { TableSort } from "../../ui/table.tsx";
import type { BreakdownKind } from "./dimensions.ts";
import { FIGURES_OF } from "./figures.ts";

/** Which part of a table is shown, and in which order. */
export interface TableView {
	sort: TableSort;
	find: string;
	/** From 1. */
	page: number;
}

export const ROWS_PER_PAGE = 50;

/** Columns that are sorted by their text begin with A; the others with their largest numbers. */
const TEXT_COLUMN = "value";
const usualOrder = (by: string) => (by === TEXT_COLUMN ? "asc" : "desc");

/** Reads `bounce_rate` or `bounce_rate:asc`; by the count for a column that the kind does not have. */
export const breakdownSortOf = (by: string | undefined, kind: BreakdownKind): TableSort => {
	const [column = "", order] = by?.split(":") ?? [];
	const columns: readonly string[] = [TEXT_COLUMN, ...FIGURES_OF[kind]];
	if (!columns.includes(column)) return { by: "count", order: "desc" };
	return { by: column, order: order === "asc" || order === "desc" ? order : usualOrder(column) };
};

/** How the address says a sorting; undefined for the usual one. */
export const byOfBreakdownSort = ({ by, order }: TableSort): string | undefined => {
	if (order !== usualOrder(by)) return `${by}:${order}`;
	return by === "count" ? undefined : by;
};

/** The first and the last row of a page, from 1, of so many. */
export const rowsOfPage = (page: number, rowCount: number): { first: number; last: number } => ({
	first: Math.min(rowCount, (page - 1) * ROWS_PER_PAGE + 1),
	last: Math.min(rowCount, page * ROWS_PER_PAGE),
});

export const pageCount = (rowCount: number): number =>
	Math.max(1, Math.ceil(rowCount / ROWS_PER_PAGE));
