import type { ComparisonChoice } from "../../address/comparison.ts";
import { type Day, daysBetween } from "../../address/days.ts";
import { type DateRange, type Days, daysOf } from "../../address/range.ts";
import { numberFormat } from "../../shape/number-format.ts";
import type { Words } from "../../words/en.ts";

const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`);

const made = new Map<string, Intl.DateTimeFormat>();

/** Made once each: they are asked for with every change of the address. */
const dayFormat = (locale: string, hasYear: boolean): Intl.DateTimeFormat => {
	const key = `${locale} ${hasYear}`;
	const format =
		made.get(key) ??
		new Intl.DateTimeFormat(locale, {
			timeZone: "UTC",
			day: "numeric",
			month: "short",
			...(hasYear && { year: "numeric" }),
		});
	made.set(key, format);
	return format;
};

/** `26 Oct – 22 Nov`; with the year when it is not this one. */
export const daysText = ({ first, last }: Days, today: Day, locale: string): string => {
	const isThisYear =
		first.slice(0, 4) === today.slice(0, 4) && last.slice(0, 4) === today.slice(0, 4);
	const format = dayFormat(locale, !isThisYear);
	if (first === last) return format.format(noonOf(first));
	return format.formatRange(noonOf(first), noonOf(last)).replaceAll(/\s*–\s*/g, " – ");
};

/** The name of a range: `Last 28 days`; of two days, the days. */
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

/** The period as a sentence has it: `26 Oct – 22 Nov`, or its name where it has no days. */
export const periodText = (range: DateRange, inWords: PeriodInWords): string => {
	const { words, locale, now, timeZone, today } = inWords;
	const days = daysOf(range, now, timeZone);
	return days ? daysText(days, today, locale) : rangeText(range, words, today, locale);
};

/** What a comparison is called beside "vs". */
export const comparisonText = (
	comparison: ComparisonChoice,
	range: DateRange,
	inWords: PeriodInWords,
): string => {
	const { words, locale, now, timeZone, today } = inWords;
	if (comparison.kind === "off" || range.kind === "all") return words.compare.off;
	if (comparison.kind === "year") return words.compare.year;
	if (comparison.kind === "dates") return daysText(comparison.range, today, locale);
	const days = daysOf(range, now, timeZone);
	if (!days) return words.compare.previousDay;
	const count = daysBetween(days.first, days.last);
	return count === 1
		? words.compare.previousOne
		: words.compare.previous(numberFormat(locale, {}).format(count));
};
