import { PLAIN_METRICS } from "@footfall/reports/question/plain-metrics";

/** How values of a metric are put together and compared. */
export interface MetricKind {
	/** Hours add up. */
	isSum: boolean;
	/** It counts something, so that chance is that of counts. */
	isCount: boolean;
	/** People and sessions in several hours count once: windows are compared by whole hours. */
	isByHour: boolean;
}

const DISTINCT = ["users", "error_sessions"];
const SUMS = /^(revenue$|orders$|conversions\(|sum\(|conversion_value\()/;

/** The kind of a metric, as a query names it. */
export const metricKindOf = (metric: string): MetricKind => {
	const isCount =
		PLAIN_METRICS[metric]?.type === "count" || /^(orders$|conversions\()/.test(metric);
	const isDistinct = DISTINCT.includes(metric);
	const isSum = isCount || SUMS.test(metric);
	return { isSum, isCount, isByHour: isDistinct || !isSum };
};
