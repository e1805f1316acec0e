import type { AnswerTo } from "../../api/site-reports.ts";
import type { Sorting } from "../shared/list/address-sort.ts";
import type { SortValues } from "../shared/list/table-sort.ts";

type Names = AnswerTo<"errors/names">["data"];
/** An error by its message. */
export type ErrorRow = Extract<Names, readonly unknown[]>[number];

/** The rows of an answer with pages, and how many there are altogether. */
export const pageOfNames = (names: Names): { rows: readonly ErrorRow[]; rowCount: number } =>
	Array.isArray(names)
		? { rows: names, rowCount: names.length }
		: { rows: names.data, rowCount: names.totalCount };

/** All columns that sort, and what they sort by. */
export const SORTED_BY: SortValues<ErrorRow> = {
	error: ({ errorName, value }) => `${errorName} ${value}`,
	count: ({ count }) => count,
	sessions: ({ sessionCount }) => sessionCount,
	users: ({ userCount }) => userCount ?? 0,
	change: ({ count, previous }) => count - (previous?.count ?? 0),
	first: ({ firstSeen }) => firstSeen ?? "",
	last: ({ lastSeen }) => lastSeen ?? "",
};

/** By what the list of errors is sorted. */
export const ERROR_SORTING: Sorting = {
	columns: Object.keys(SORTED_BY),
	usual: { by: "count", order: "desc" },
	texts: ["error"],
};

/** The share of sessions without an error, in 0 to 100; `null` without sessions. */
export const errorFreeShare = (sessions: number, withError: number): number | null =>
	sessions > 0 ? (Math.max(0, sessions - withError) / sessions) * 100 : null;
