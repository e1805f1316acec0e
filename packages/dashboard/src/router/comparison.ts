import { addDays, addMonths, dayOf, daysBetween } from "./days.ts";
import { type DateRange, type Days, daysOf, rangeOf, textOfRange } from "./range.ts";

/** The values of `compare`. */
export type ComparisonChoice =
	| { kind: "previous" }
	| { kind: "year" }
	| { kind: "off" }
	| { kind: "dates"; range: Extract<DateRange, { kind: "dates" }> };

export const DEFAULT_COMPARISON: ComparisonChoice = { kind: "previous" };

export const comparisonChoiceOf = (text: string): ComparisonChoice | undefined => {
	if (text === "previous" || text === "year" || text === "off") return { kind: text };
	const range = rangeOf(text);
	return range?.kind === "dates" ? { kind: "dates", range } : undefined;
};

export const textOfComparison = (comparison: ComparisonChoice): string =>
	comparison.kind === "dates" ? textOfRange(comparison.range) : comparison.kind;

/** As many whole weeks as the range needs, so that each day is compared with one of the same weekday. */
const weeksBefore = ({ first, last }: Days): Days => {
	const shift = Math.ceil(daysBetween(first, last) / 7) * 7;
	return { first: addDays(first, -shift), last: addDays(last, -shift) };
};

/**
 * The days that a range is compared with; undefined without a comparison, for all time, and for the last 24 hours,
 * which are compared with the same 24 hours a week earlier.
 * @param now ms since the epoch
 */
export const comparedDays = (
	comparison: ComparisonChoice,
	range: DateRange,
	now: number,
	timeZone: string,
): Days | undefined => {
	const days = daysOf(range, now, timeZone);
	if (!days || comparison.kind === "off") return undefined;
	if (comparison.kind === "dates")
		return { first: comparison.range.first, last: comparison.range.last };
	return comparison.kind === "year"
		? { first: addMonths(days.first, -12), last: addMonths(days.last, -12) }
		: weeksBefore(days);
};

/** Whether the last day of the range is today, so that the comparison has to end at the same time of day. */
export const isUnfinished = (range: DateRange, now: number, timeZone: string): boolean =>
	range.kind === "24h" || daysOf(range, now, timeZone)?.last === dayOf(now, timeZone);
