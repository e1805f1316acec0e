import type { QuerySql } from "../query/report-query.ts";
import type { RunSql } from "../report/report.ts";

/** A value and the time of its latest view. */
interface LatestView {
	value: string;
	latest_ms: number;
}

/** Views that are looked up at a time: their values are bound to the statement. */
const VIEWS_AT_ONCE = 1000;

const keyOf = ({ value, latest_ms }: LatestView) => JSON.stringify([value, latest_ms]);

const textOf = (querySql: QuerySql, { value, shown }: { value: string; shown: string }) => `
  SELECT ${value} AS value, toUnixTimestamp64Milli(timestamp) AS latest_ms, toString(${shown}) AS shown
  FROM events
  WHERE ${querySql.around}
    AND type = 'pageview'
    AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({instants:Array(Int64)}), 'UTC'))
    AND ${value} IN {values:Array(String)}
    AND ${querySql.eventMatches}
  ORDER BY source_offset`;

/**
 * A column of the latest view of each value. Carrying it along with every view would cost a quarter of a
 * breakdown's time; the few rows of a page are found by their times.
 * @returns the column's text by view; "" for one that is gone meanwhile
 */
export const columnOfLatestViews = async (
	runSql: RunSql,
	querySql: QuerySql,
	columns: { value: string; shown: string },
	views: readonly LatestView[],
): Promise<(view: LatestView) => string> => {
	// In order of time, so that each statement reads only one stretch of the range.
	const inOrder = [...views].sort((one, other) => one.latest_ms - other.latest_ms);
	const rows: (LatestView & { shown: string })[] = [];
	for (let from = 0; from < inOrder.length; from += VIEWS_AT_ONCE) {
		const part = inOrder.slice(from, from + VIEWS_AT_ONCE);
		const found = await runSql<LatestView & { shown: string }>(textOf(querySql, columns), {
			...querySql.parameters,
			instants: part.map((view) => view.latest_ms),
			values: part.map((view) => view.value),
		});
		for (const row of found) rows.push(row);
	}
	// Of several views in one millisecond the last one counts.
	const shown = new Map(rows.map((row) => [keyOf(row), row.shown]));
	return (view) => shown.get(keyOf(view)) ?? "";
};
