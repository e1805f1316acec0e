import { partColumns, type SessionColumn, StoreError, sessionRowsFromParts } from "@footfall/store";
import type { QuerySql } from "../query/report-query.ts";
import { partsOfEvents, type SealedVisits, standing } from "./sealed-visits.ts";

/** Visits of sealed days that all have totals, for a question without filters. */
export interface SealedTotals {
	visits: SealedVisits;
	/** The days that are sealed. */
	days: number;
}

/** @returns undefined where a filter or a day without totals asks for the visits themselves */
export const totalsOf = (
	{ eventMatches, sessionMatches }: QuerySql,
	visits: SealedVisits | undefined,
): SealedTotals | undefined =>
	visits?.daysWithTotals !== undefined && eventMatches === "1" && sessionMatches === "1"
		? { visits, days: visits.daysWithTotals }
		: undefined;

/**
 * Settings for statements that look for sessions of visits among those of events: they come in no order that an index
 * knows, and to put the set in order for it takes the engine as long again as to look.
 */
export const SETS_WITHOUT_INDEX = ", use_index_for_in_with_subqueries = 0";

/** SQL of the rows of `day_totals` of a dimension. */
export const rowsOfTotals = ({ visits }: SealedTotals, dimension: string): string =>
	`day_totals WHERE ${visits.inVisits} AND dimension = '${dimension}'`;

/** The engine's number for a condition of `throwIf` that holds. */
const THROWN = 395;

/**
 * SQL that is false over the rows of the dimension "day". Where totals were removed since the days were looked at, the
 * statement fails.
 */
export const lacksDays = ({ days }: SealedTotals): string => `throwIf(count() != ${days})`;

/** Answers from totals, or otherwise where there are none or they were removed in the meantime. */
export const fromTotals = async <Answer>(
	totals: (() => Promise<Answer>) | undefined,
	otherwise: () => Promise<Answer>,
): Promise<Answer> => {
	if (!totals) return otherwise();
	try {
		return await totals();
	} catch (error) {
		if (error instanceof StoreError && error.code === THROWN) return otherwise();
		throw error;
	}
};

/**
 * SQL for what is to be added to totals: rows with the columns, and a `sign`. A session that goes on outside of the row
 * that the totals count is taken out as that row has it (-1) and comes in as a whole (1), like one that they never counted.
 */
export const changesOfTotals = (
	{ visits }: SealedTotals,
	names: readonly SessionColumn[],
): string => {
	const { inEvents } = visits;
	const needed = partColumns(names);
	const list = needed.join(", ");
	const ofEvents =
		inEvents === undefined
			? ""
			: `
      UNION ALL
      SELECT (session_id, 1) AS session_id, ${list} FROM (${partsOfEvents(needed, inEvents)})`;
	// What the totals have of a session is grouped by itself, as if it were another one.
	return `
    SELECT session_id.2 AS sign, ${names.join(", ")}
    FROM (${sessionRowsFromParts(
			names,
			`
      SELECT (session_id, sign) AS session_id, ${list}
      FROM (SELECT session_id, crosses, ${list} FROM visits WHERE ${standing(visits).joined})
      ARRAY JOIN if(crosses = 1, [1], [1, -1]) AS sign${ofEvents}`,
		)})`;
};
