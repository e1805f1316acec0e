import { type Bucket, DAY_MS, endOfBucket, isSameDay, wallTimeOf, yearOf } from "./wall-time.ts";

/** The language of times. The clock has 24 hours in every language, so that columns of times align. */
export interface TimeContext {
	locale: string;
	/** The current wall time of the zone that is shown. */
	now: number;
}

const made = new Map<string, Intl.DateTimeFormat>();

/** Formats wall times, by treating them as UTC. */
const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
	const key = `${locale} ${JSON.stringify(options)}`;
	const format =
		made.get(key) ??
		new Intl.DateTimeFormat(locale, { timeZone: "UTC", calendar: "gregory", ...options });
	made.set(key, format);
	return format;
};

const DAY = { day: "numeric", month: "short" } as const;

const yearIf = (isShown: boolean): Intl.DateTimeFormatOptions =>
	isShown ? { year: "numeric" } : {};

/** `26 Oct`; with the year if it is not the current one, or if nothing near the date shows it (`isAlone`). */
export const dateText = (
	wall: number,
	{ locale, now }: TimeContext,
	{ isAlone = false, weekday = false }: { isAlone?: boolean; weekday?: boolean } = {},
): string =>
	dateFormat(locale, {
		...DAY,
		...yearIf(isAlone || yearOf(wall) !== yearOf(now)),
		...(weekday ? { weekday: "short" as const } : {}),
	}).format(wall);

/** `03:41`, or `03:41:07`. */
export const clockText = (wall: number, locale: string, { seconds = false } = {}): string =>
	dateFormat(locale, {
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
		...(seconds ? { second: "2-digit" as const } : {}),
	}).format(wall);

/** `06`: an hour on an axis, without the suffix that some languages add. */
export const hourText = (wall: number, locale: string): string =>
	dateFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
		.formatToParts(wall)
		.find(({ type }) => type === "hour")?.value ?? "";

/** The first and the last day, with an en dash: `26 Oct – 22 Nov`. */
export const dateRangeText = (
	first: number,
	last: number,
	context: TimeContext,
	{ isAlone = false } = {},
): string => {
	if (isSameDay(first, last)) return dateText(first, context, { isAlone });
	const isShown = isAlone || [first, last].some((day) => yearOf(day) !== yearOf(context.now));
	return (
		dateFormat(context.locale, { ...DAY, ...yearIf(isShown) })
			.formatRange(first, last)
			// ICU puts thin spaces around the dash, which some system fonts lack.
			.replaceAll("\u2009", " ")
	);
};

const capitalized = (text: string, locale: string): string =>
	text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** `Today` in the viewer's language. */
export const todayText = (locale: string): string =>
	capitalized(new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(0, "day"), locale);

/** `Today 03:41`, `21 Nov 23:59`; seconds only in live lists. Within a sentence it is `today 03:41`. */
export const momentText = (
	instant: number,
	{ locale, timeZone, now }: { locale: string; timeZone: string; now: number },
	{ seconds = false, isWithin = false } = {},
): string => {
	const [wall, wallNow] = [wallTimeOf(instant, timeZone), wallTimeOf(now, timeZone)];
	const today = todayText(locale);
	const day = isSameDay(wall, wallNow)
		? isWithin
			? today.toLocaleLowerCase(locale)
			: today
		: dateText(wall, { locale, now: wallNow });
	return `${day} ${clockText(wall, locale, { seconds })}`;
};

/**
 * The full name of a bucket, for the tooltip and the table: `Wed 11 Nov`, `Wed 11 Nov 14:00`, `9 – 15 Nov`, `Nov 2026`.
 */
export const bucketText = (wall: number, bucket: Bucket, context: TimeContext): string => {
	switch (bucket) {
		case "day":
			return dateText(wall, context, { weekday: true });
		case "week":
			return dateRangeText(wall, endOfBucket(wall, bucket) - DAY_MS, context);
		case "month":
			return dateFormat(context.locale, { month: "short", year: "numeric" }).format(wall);
		case "year":
			return dateFormat(context.locale, { year: "numeric" }).format(wall);
		default:
			return `${dateText(wall, context, { weekday: true })} ${clockText(wall, context.locale)}`;
	}
};

/** `Nov`, and `Jan 2027` when a year starts. */
export const monthText = (wall: number, locale: string): string =>
	dateFormat(locale, {
		month: "short",
		...yearIf(new Date(wall).getUTCMonth() === 0),
	}).format(wall);

export const yearText = (wall: number, locale: string): string =>
	dateFormat(locale, { year: "numeric" }).format(wall);

/** `Wed 11`: a day within a short range. */
export const weekdayText = (wall: number, locale: string): string =>
	dateFormat(locale, { weekday: "short", day: "numeric" }).format(wall);
