import type { FunnelStep } from "../definitions/funnel-steps.ts";
import { conversionOfStep, converts } from "../goals/conversion.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";

/** Name of the column with the second in which a session reached the step (from 1); 0 when it did not. */
export const reachedAt = (step: number) => `reached_${step}`;

/** Name of the column with the seconds in which a session did what the step (from 1) asks for, in any order. */
export const secondsOf = (step: number) => `seconds_${step}`;

/** SQL for the second in which a session reached the step after so many others; 0 when it did not. */
export const firstAfter = (steps: number): string => {
	const [before, seconds] = [reachedAt(steps), secondsOf(steps + 1)];
	return steps === 0
		? `arrayMin(${seconds})`
		: `if(${before} = 0, 0, arrayMin(arrayFilter(second -> second > ${before}, ${seconds})))`;
};

/**
 * SQL for one row per session that did anything of a funnel: when it reached each step. A step is reached at its
 * first time after the step before it was, counted in whole seconds: two steps within one second have no order
 * that a visitor could have meant. (The engine's own windowFunnel lets one event be two steps, or loses sessions
 * in which times tie.)
 */
export const stepsReached = (querySql: QuerySql, steps: readonly FunnelStep[]): string => {
	const conditions = steps.map((step) => `(${converts(conversionOfStep(step), querySql.bind)})`);
	const times = conditions.map(
		(condition, index) =>
			`groupUniqArrayIf(toUnixTimestamp(timestamp), ${condition}) AS ${secondsOf(index + 1)}`,
	);
	const perSession = `
      SELECT
        session_id,
        ${times.join(",\n        ")}
      FROM events
      WHERE ${countedRows(querySql)}
        AND (${conditions.join("\n          OR ")})
      GROUP BY session_id`;
	// A level for each step: within one, the engine would write out each step's time in that of the next, twice.
	return steps.reduce(
		(rows, _, index) => `
    SELECT *, ${firstAfter(index)} AS ${reachedAt(index + 1)}
    FROM (${rows})`,
		perSession,
	);
};
