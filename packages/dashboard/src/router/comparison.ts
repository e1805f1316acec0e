import { addDays, addMonths, dayOf, daysBetween } from "./days.ts";
import { type DateRange, type Days, daysOf, rangeOf, textOfRange } from "./range.ts";

/** The comparisons whose days follow from the range, as offered. */
export const DERIVED_COMPARISONS = ["weekdays", "previous", "month", "year"] as const;
export type DerivedComparison = (typeof DERIVED_COMPARISONS)[number];

/** The values of `compare`. */
export type ComparisonChoice =
	| { kind: DerivedComparison }
	| { kind: "off" }
	| { kind: "dates"; range: Extract<DateRange, { kind: "dates" }> };

export const DEFAULT_COMPARISON: ComparisonChoice = { kind: "weekdays" };

const isDerived = (text: string): text is DerivedComparison =>
	DERIVED_COMPARISONS.some((kind) => kind === text);

export const comparisonChoiceOf = (text: string): ComparisonChoice | undefined => {
	if (text === "off" || isDerived(text)) return { kind: text };
	const range = rangeOf(text);
	return range?.kind === "dates" ? { kind: "dates", range } : undefined;
};

export const textOfComparison = (comparison: ComparisonChoice): string =>
	comparison.kind === "dates" ? textOfRange(comparison.range) : comparison.kind;

const daysBefore = ({ first, last }: Days, shift: number): Days => ({
	first: addDays(first, -shift),
	last: addDays(last, -shift),
});
const monthsBefore = ({ first, last }: Days, months: number): Days => ({
	first: addMonths(first, -months),
	last: addMonths(last, -months),
});

const DAYS_OF: Readonly<Record<DerivedComparison, (days: Days, count: number) => Days>> = {
	// As many whole weeks as the range needs, so that each day is compared with one of the same weekday.
	weekdays: (days, count) => daysBefore(days, Math.ceil(count / 7) * 7),
	previous: (days, count) => daysBefore(days, count),
	month: (days) => monthsBefore(days, 1),
	year: (days) => monthsBefore(days, 12),
};

/**
 * The days that a range is compared with; undefined without a comparison, for all time, and for the last 24 hours,
 * which are compared with other hours.
 * @param now ms since the epoch
 */
export const comparedDays = (
	comparison: ComparisonChoice,
	range: DateRange,
	now: number,
	timeZone: string,
): Days | undefined => {
	if (comparison.kind === "off" || range.kind === "all") return undefined;
	if (comparison.kind === "dates")
		return { first: comparison.range.first, last: comparison.range.last };
	const days = daysOf(range, now, timeZone);
	return days && DAYS_OF[comparison.kind](days, daysBetween(days.first, days.last));
};

/** Whether the last day of the range is today, so that the comparison has to end at the same time of day. */
export const isUnfinished = (range: DateRange, now: number, timeZone: string): boolean =>
	range.kind === "24h" || daysOf(range, now, timeZone)?.last === dayOf(now, timeZone);
