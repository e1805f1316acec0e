import { numberFormat } from "../../format/number-format.ts";
import { dateRangeText } from "../../format/time.ts";
import { parseWallTime } from "../../format/wall-time.ts";
import type { Words } from "../../i18n/en.ts";
import { type ComparisonChoice, comparedDays } from "../../router/comparison.ts";
import type { Day } from "../../router/days.ts";
import { type DateRange, type Days, daysOf } from "../../router/range.ts";

/** `26 Oct – 22 Nov`; with the year if it is not the current one. */
export const daysText = ({ first, last }: Days, today: Day, locale: string): string => {
	const now = parseWallTime(today);
	return dateRangeText(parseWallTime(first), parseWallTime(last), { locale, now }).replaceAll(
		/\s?–\s?/g,
		" – ",
	);
};

/** The name of a range: `Last 28 days`; for two dates, the dates. */
export const rangeText = (range: DateRange, words: Words, today: Day, locale: string): string => {
	if (range.kind === "dates") return daysText(range, today, locale);
	if (range.kind !== "days") return words.range[range.kind];
	return range.count === 1
		? words.range.today
		: words.range.days(numberFormat(locale, {}).format(range.count));
};

interface PeriodInWords {
	words: Words;
	locale: string;
	now: number;
	timeZone: string;
	today: Day;
}

/** The period within a sentence: `26 Oct – 22 Nov`, or its name if it has no days. */
export const periodText = (range: DateRange, inWords: PeriodInWords): string => {
	const { words, locale, now, timeZone, today } = inWords;
	const days = daysOf(range, now, timeZone);
	return days ? daysText(days, today, locale) : rangeText(range, words, today, locale);
};

/** The days of a comparison, after "vs"; of hours, which hours they are. */
export const comparisonText = (
	comparison: ComparisonChoice,
	range: DateRange,
	inWords: PeriodInWords,
): string => {
	const { words, locale, now, timeZone, today } = inWords;
	if (comparison.kind === "off" || range.kind === "all") return words.compare.off;
	const days = comparedDays(comparison, range, now, timeZone);
	if (days) return daysText(days, today, locale);
	return comparison.kind === "dates" ? "" : words.compare.hours[comparison.kind];
};
