import type { QuerySql } from "../query/report-query.ts";
import { LIMITS, type RunSql } from "../report/report.ts";

/** Which view of a page was a value's latest: its instant in ms, and where that is known its place in the log. */
export interface LatestView {
	value: string;
	latest_ms: number;
	latest_offset?: string;
}

const keyOf = ({ value, latest_ms, latest_offset }: LatestView) =>
	JSON.stringify([value, latest_ms, latest_offset]);

/** @param isPlaced whether the views' places are known: else it is the last one of its millisecond */
const textOf = (
	{ inRange, eventMatches, sessionMatches }: QuerySql,
	{ value, told }: { value: string; told: string },
	isPlaced: boolean,
) => {
	const rows = `${inRange}
    AND type = 'pageview'
    AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({instants:Array(Int64)}), 'UTC'))
    ${isPlaced ? "AND source_offset IN {offsets:Array(UInt64)}" : ""}
    AND ${value} IN {values:Array(String)}
    AND ${eventMatches}`;
	// A view is known by its place; of an instant others may be views of sessions that are not asked for.
	const meant =
		isPlaced || sessionMatches === "1"
			? ""
			: `
    AND session_id IN (
      SELECT session_id FROM events
      WHERE ${inRange} AND session_id IN (SELECT session_id FROM events WHERE ${rows})
      GROUP BY session_id
      HAVING ${sessionMatches})`;
	return `
  SELECT
    ${value} AS value,
    toUnixTimestamp64Milli(timestamp) AS latest_ms,
    ${isPlaced ? "toString(source_offset) AS latest_offset," : ""}
    toString(${told}) AS told
  FROM events
  WHERE ${rows}${meant}
  ORDER BY source_offset
  ${LIMITS}`;
};

/**
 * What the latest views of values tell by another column. To carry it along with every view would cost a breakdown
 * a quarter of its time; the few rows that are shown are found by their instants.
 * @returns the column's text by view; "" for one that is gone meanwhile
 */
export const toldByLatestView = async (
	runSql: RunSql,
	querySql: QuerySql,
	columns: { value: string; told: string },
	views: readonly LatestView[],
): Promise<(view: LatestView) => string> => {
	const [first] = views;
	if (first === undefined) return () => "";
	const isPlaced = first.latest_offset !== undefined;
	const rows = await runSql<LatestView & { told: string }>(textOf(querySql, columns, isPlaced), {
		...querySql.parameters,
		instants: views.map((view) => view.latest_ms),
		offsets: views.map(({ latest_offset = 0 }) => BigInt(latest_offset)),
		values: views.map((view) => view.value),
	});
	const told = new Map(rows.map((row) => [keyOf(row), row.told]));
	return (view) => told.get(keyOf(view)) ?? "";
};
