import type { AnswerTo } from "../../api/site-reports.ts";
import type { Sorting } from "../shared/list/address-sort.ts";
import type { SortValues } from "../shared/list/table-sort.ts";

type Names = AnswerTo<"errors/names">["data"];
/** An error, identified by its message. */
export type ErrorRow = Extract<Names, readonly unknown[]>[number];

/** The rows of a paged response, and the total. */
export const pageOfNames = (names: Names): { rows: readonly ErrorRow[]; rowCount: number } =>
	Array.isArray(names)
		? { rows: names, rowCount: names.length }
		: { rows: names.data, rowCount: names.totalCount };

/** All sortable columns, and the field each sorts by. */
export const SORTED_BY: SortValues<ErrorRow> = {
	error: ({ errorName, value }) => `${errorName} ${value}`,
	count: ({ count }) => count,
	sessions: ({ sessionCount }) => sessionCount,
	users: ({ userCount }) => userCount ?? 0,
	change: ({ count, previous }) => count - (previous?.count ?? 0),
	first: ({ firstSeen }) => firstSeen ?? "",
	last: ({ lastSeen }) => lastSeen ?? "",
};

/** The sortings of the list of errors. */
export const ERROR_SORTING: Sorting = {
	columns: Object.keys(SORTED_BY),
	usual: { by: "count", order: "desc" },
	texts: ["error"],
};

/** The share of sessions without an error, 0 to 100; `null` without sessions. */
export const errorFreeShare = (sessions: number, withError: number): number | null =>
	sessions > 0 ? (Math.max(0, sessions - withError) / sessions) * 100 : null;
