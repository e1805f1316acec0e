import type { FunnelStep } from "../definitions/funnel-steps.ts";
import { conversionOfStep, converts } from "../goals/conversion.ts";
import type { Bind } from "../query/binding.ts";
import { meetsPath } from "../query/pattern.ts";
import type { StepCondition } from "../source/rows.ts";
import type { Source } from "../source/source.ts";

/** Name of the column with the second in which a session reached the step (from 1); 0 when it did not. */
export const reachedAt = (step: number) => `reached_${step}`;

const conditionOf = (step: FunnelStep, bind: Bind): StepCondition => {
	const conversion = conversionOfStep(step);
	const { type, value = "", hostname, properties } = conversion;
	const isByPath = type === "page" && hostname === undefined && properties.length === 0;
	// Such a pattern matches "", which stands for an event that is not a pageview.
	const isAnything = value.replaceAll("*", "") === "";
	return {
		ofEvent: `(${converts(conversion, bind)})`,
		ofPath: isByPath && !isAnything ? meetsPath("path", value, bind) : undefined,
	};
};

/** SQL for the second in which a session reached a step (from 1); 0 when it did not. */
const firstTime = (step: number): string => {
	const [before, seconds] = [reachedAt(step - 1), `seconds_${step}`];
	return step === 1
		? `arrayMin(${seconds})`
		: `if(${before} = 0, 0, arrayMin(arrayFilter(second -> second > ${before}, ${seconds})))`;
};

/**
 * SQL for one row per session that reached the first step: when it reached each. A step is reached at its first time
 * after the previous step, in whole seconds: two steps within one second have no order that a visitor could have
 * intended. (The engine's own windowFunnel lets one event be two steps, or loses sessions in which times tie.)
 */
export const stepsReached = (
	{ stepTimes, querySql }: Source,
	steps: readonly FunnelStep[],
): string =>
	// One query level per step: within a single level, the engine would expand each step's time twice in the next one's.
	steps.reduce(
		(rows, _, index) => `
    SELECT *, ${firstTime(index + 1)} AS ${reachedAt(index + 1)}
    FROM (${rows})`,
		stepTimes(steps.map((step) => conditionOf(step, querySql.bind))),
	);
