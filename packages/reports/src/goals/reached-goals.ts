import { refusedParameters } from "@footfall/shared/api-error";
import type { Goal } from "../definitions/goal.ts";
import type { QuerySql } from "../query/report-query.ts";
import { conversionOfGoal, converts } from "./conversion.ts";

/**
 * The engine rejects statements of 256 KiB, and one has these conditions up to six times: of sessions, people and events, in
 * two periods. It is enough for 200 goals, the default quota, with an address or a name each.
 */
const MOST_CHARACTERS = 28_000;

/**
 * SQL for rows of sessions, each once for every goal that its session reached, the id of which is its `goal`. All acts of a
 * session are checked, in one pass for all goals.
 * @param rows a subquery with a column `session_id`
 * @throws ApiError if the conditions of all goals are too long for a statement
 */
export const byReachedGoal = (
	rows: string,
	goals: readonly Goal[],
	{ around, bind }: Pick<QuerySql, "around" | "bind">,
): string => {
	const reached = goals.map(
		(goal, index) => `max(${converts(conversionOfGoal(goal), bind)}) AS reached_${index}`,
	);
	const columns = ["session_id", ...reached].join(", ");
	if (columns.length > MOST_CHARACTERS)
		throw refusedParameters(
			`The conditions of the site's ${goals.length} goals are too long for the dimension goal: ask for the metric conversions(…) of some`,
		);
	// Without goals, the list of 0 is one of numbers, too.
	const ids = ["0", ...goals.map(({ goalId }, index) => `if(reached_${index}, ${goalId}, 0)`)].join(
		", ",
	);
	return `
    SELECT *
    FROM (${rows}) AS counted
    INNER JOIN (
      SELECT session_id, arrayJoin(arrayFilter(id -> id != 0, [${ids}])) AS goal
      FROM (SELECT ${columns} FROM events WHERE ${around} GROUP BY session_id)
    ) AS reaching USING (session_id)`;
};
