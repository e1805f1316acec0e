import { VITALS } from "@footfall/reports/report/attributes";
import type { AlertRule } from "./alert-rule.ts";

type Vital = (typeof VITALS)[number];

/** The vital of a metric such as `lcp:p75`; undefined for another metric. */
export const vitalOf = (metric: string): Vital | undefined =>
	VITALS.find((vital) => metric === vital || metric.startsWith(`${vital}:`));

/** The metric that a rule watches, as a query names it. */
export const metricOfRule = ({ condition, metric, goalId }: AlertRule): string => {
	switch (condition) {
		case "goal_stopped":
			return `conversions(${goalId ?? 0})`;
		case "new_error":
			return "errors";
		case "vital_poor":
			return metric ?? "lcp:p75";
		case "silent":
			return metric ?? "pageviews";
		default:
			return metric ?? "";
	}
};
