import type { AnswerTo } from "../../api/site-reports.ts";
import type { TableSort } from "../../ui/table.tsx";

type Names = AnswerTo<"errors/names">["data"];
/** An error by its message. */
export type ErrorRow = Extract<Names, readonly unknown[]>[number];

/** The rows of an answer with pages, and how many there are altogether. */
export const pageOfNames = (names: Names): { rows: readonly ErrorRow[]; rowCount: number } =>
	Array.isArray(names)
		? { rows: names, rowCount: names.length }
		: { rows: names.data, rowCount: names.totalCount };

/** All columns that sort, and what they sort by. */
const SORTED_BY: Readonly<Record<string, (row: ErrorRow) => number | string>> = {
	error: ({ errorName, value }) => `${errorName} ${value}`.toLowerCase(),
	count: ({ count }) => count,
	sessions: ({ sessionCount }) => sessionCount,
	users: ({ userCount }) => userCount ?? 0,
	change: ({ count, previous }) => count - (previous?.count ?? 0),
	first: ({ firstSeen }) => firstSeen ?? "",
	last: ({ lastSeen }) => lastSeen ?? "",
};
export const SORTABLE = Object.keys(SORTED_BY);

/** Reads `last` or `last:asc`; the most frequent come first unless it says so. */
export const errorSortOf = (by: string | undefined): TableSort => {
	const [column = "", order] = by?.split(":") ?? [];
	if (!Object.hasOwn(SORTED_BY, column)) return { by: "count", order: "desc" };
	const usual = column === "error" ? "asc" : "desc";
	return { by: column, order: order === "asc" || order === "desc" ? order : usual };
};

export const byOfErrorSort = ({ by, order }: TableSort): string | undefined => {
	const usual = by === "error" ? "asc" : "desc";
	if (order !== usual) return `${by}:${order}`;
	return by === "count" ? undefined : by;
};

/** In the order of a column; equal rows stay as they are, the most frequent first. */
export const sortedErrors = (rows: readonly ErrorRow[], { by, order }: TableSort): ErrorRow[] => {
	const keyOf = SORTED_BY[by];
	if (!keyOf) return [...rows];
	const direction = order === "asc" ? 1 : -1;
	return [...rows].sort((one, other) => {
		const [a, b] = [keyOf(one), keyOf(other)];
		if (a === b) return 0;
		return a < b ? -direction : direction;
	});
};

/** The share of sessions without an error, in 0 to 100; `null` without sessions. */
export const errorFreeShare = (sessions: number, withError: number): number | null =>
	sessions > 0 ? (Math.max(0, sessions - withError) / sessions) * 100 : null;
