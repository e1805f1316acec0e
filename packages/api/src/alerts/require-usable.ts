import type { Goals } from "@footfall/reports/definitions/goal";
import { areasOfDimension } from "@footfall/reports/query/dimension-areas";
import { metricsOf } from "@footfall/reports/question/metrics";
import { asksOf } from "@footfall/reports/question/query";
import { treeOf } from "@footfall/reports/question/question";
import { VITALS } from "@footfall/reports/report/attributes";
import { ApiError } from "@footfall/shared/api-error";
import type { Caller } from "../access/caller.ts";
import { requireScopesOfAreas } from "../access/shown-areas.ts";
import type { Site } from "../access/site.ts";
import type { AlertRule } from "./alert-rule.ts";
import { metricOfRule, vitalOf } from "./metric-of-rule.ts";

const refuse = (message: string): never => {
	throw new ApiError("INVALID_REQUEST", message);
};

const NEEDS_METRIC: readonly string[] = ["above", "below", "change", "unusual"];
const NEEDS_THRESHOLD: Readonly<Partial<Record<AlertRule["condition"], string>>> = {
	above: "the number above which it fires",
	below: "the number below which it fires",
	change: "the share of last week's number by which it changes, such as 0.5 for a half",
};

/** What a rule lacks or has too much of, in a sentence that says what to change; undefined for one that is whole. */
export const faultOfRule = (rule: AlertRule): string | undefined => {
	const { condition, metric, threshold, goalId, quietHours } = rule;
	if (NEEDS_METRIC.includes(condition) && metric === undefined)
		return `rule.metric is missing: name what ${condition} watches, such as sessions`;
	if (
		NEEDS_METRIC.includes(condition) &&
		metric !== undefined &&
		/^conversion.*\(0\)$/.test(metric)
	)
		return "rule.metric needs the id of a goal, as in conversions(12)";
	const threshold_ = NEEDS_THRESHOLD[condition];
	if (threshold_ !== undefined && threshold === undefined)
		return `rule.threshold is missing: ${threshold_}`;
	if ((condition === "change" || condition === "unusual") && threshold !== undefined)
		if (threshold <= 0) return "rule.threshold must be above 0";
	if (condition === "goal_stopped" && goalId === undefined)
		return "rule.goalId is missing: the goal whose conversions may stop";
	if (condition === "vital_poor" && vitalOf(metricOfRule(rule)) === undefined)
		return `rule.metric must be a web vital: ${VITALS.join(", ")}, also as lcp:p75`;
	if (quietHours && quietHours.from === quietHours.to)
		return "rule.quietHours.from and rule.quietHours.to must differ";
	return undefined;
};

/**
 * Checks a rule before it is saved or tried.
 * @throws ApiError 400 that says what to change, 403 for a key that may not read what is watched
 */
export const requireUsable = async (
	rule: AlertRule,
	{ site, caller, goals }: { site: Site; caller: Caller; goals: Goals },
): Promise<void> => {
	const fault = faultOfRule(rule);
	if (fault !== undefined) refuse(fault);
	const metric = metricOfRule(rule);
	treeOf(rule.filters);
	try {
		await metricsOf([metric], { goals, siteId: site.siteId });
	} catch (error) {
		if (error instanceof ApiError && error.code === "NOT_FOUND")
			refuse(
				rule.condition === "goal_stopped"
					? `rule.goalId: the site has no goal ${rule.goalId}`
					: `rule.metric: the site has no such goal as in ${metric}`,
			);
		throw error;
	}
	const { dimensions, areas } = asksOf({
		metrics: [metric],
		dimensions: [],
		...(rule.filters && { filters: rule.filters }),
	});
	requireScopesOfAreas(caller, [...dimensions.flatMap(areasOfDimension), ...areas]);
};
