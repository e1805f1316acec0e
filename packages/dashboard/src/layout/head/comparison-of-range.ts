import { type ComparisonChoice, DEFAULT_COMPARISON } from "../../router/comparison.ts";
import type { DateRange } from "../../router/range.ts";

const isOfMonth = ({ kind }: DateRange) => kind === "mtd" || kind === "lastmonth";

/**
 * The comparison after another range is chosen: a month is compared with the same dates of the month before, and
 * other ranges as by default again, unless somebody chose something else.
 */
export const comparisonOfRange = (
	range: DateRange,
	before: { range: DateRange; comparison: ComparisonChoice },
): ComparisonChoice => {
	const { comparison } = before;
	if (isOfMonth(range))
		return comparison.kind === DEFAULT_COMPARISON.kind ? { kind: "month" } : comparison;
	return isOfMonth(before.range) && comparison.kind === "month" ? DEFAULT_COMPARISON : comparison;
};
