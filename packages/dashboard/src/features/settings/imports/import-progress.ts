import type { paths } from "../../../api/schema.ts";

/** An import as the API returns it. */
export type ListedImport =
	paths["/api/sites/{site}/imports"]["get"]["responses"][200]["content"]["application/json"]["data"][number];

/** Counts by reason, the most frequent first. */
export const reasonsOf = (
	counts: Readonly<Record<string, number>>,
	rows: Readonly<Record<string, readonly number[]>> = {},
): { reason: string; count: number; rows: readonly number[] }[] =>
	Object.entries(counts)
		.map(([reason, count]) => ({ reason, count, rows: rows[reason] ?? [] }))
		.sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1));

/** Row numbers in words: `2, 3 and 5`; with an ellipsis if there are more than are listed. */
export const rowsText = (rows: readonly number[], count: number, locale: string): string => {
	const number = new Intl.NumberFormat(locale);
	const named = rows.map((row) => number.format(row));
	return count > rows.length ? `${named.join(", ")} …` : new Intl.ListFormat(locale).format(named);
};

/** The refetch interval of the list: short while an import is active, otherwise off. */
export const pollMsOf = (imports: readonly Pick<ListedImport, "state">[] | undefined): number =>
	imports?.some(({ state }) => state === "receiving" || state === "finishing") ? 2000 : 60_000;
