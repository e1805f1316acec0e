import type { Phrases } from "./phrases.ts";
import type { Compared, FigureName } from "./report-mail-content.ts";

/** What a number counts. */
export type Unit = "count" | "percent" | "seconds" | { currency: string };

/** A change as it is shown. The arrow tells the direction, so the text has no sign. */
export interface ShownChange {
	direction: "up" | "down" | "none";
	tone: "good" | "bad" | "neutral";
	text: string;
}

const formats = new Map<string, Intl.NumberFormat>();

const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
	const key = locale + JSON.stringify(options);
	const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
	formats.set(key, known);
	return known;
};

/** Counts in full up to this. */
const MOST_IN_FULL = 999_999;

const duration = (seconds: number): string => {
	const rounded = Math.round(seconds);
	const [hours, minutes] = [Math.floor(rounded / 3600), Math.floor((rounded % 3600) / 60)];
	const two = (number: number) => String(number).padStart(2, "0");
	if (hours > 0) return `${hours}h ${two(minutes)}m`;
	return minutes > 0 ? `${minutes}m ${two(rounded % 60)}s` : `${rounded}s`;
};

const money = (value: number, currency: string, locale: string): string => {
	const isLarge = Math.abs(value) > MOST_IN_FULL;
	try {
		return numberFormat(locale, {
			style: "currency",
			currency,
			...(isLarge && { notation: "compact", maximumFractionDigits: 2 }),
		}).format(value);
	} catch {
		// A code that Intl does not take.
		return `${numberFormat(locale, { maximumFractionDigits: 2 }).format(value)} ${currency}`;
	}
};

/** A number as a reader sees it. */
export const figureText = (value: number, unit: Unit, { locale }: Phrases): string => {
	if (unit === "seconds") return duration(value);
	if (unit === "percent")
		return numberFormat(locale, {
			style: "percent",
			minimumFractionDigits: 1,
			maximumFractionDigits: 1,
		}).format(value / 100);
	if (typeof unit === "object") return money(value, unit.currency, locale);
	return Math.abs(value) > MOST_IN_FULL
		? numberFormat(locale, { notation: "compact", maximumFractionDigits: 2 }).format(value)
		: numberFormat(locale, { maximumFractionDigits: 0 }).format(value);
};

/** Below this, in per cent of the previous value, a change is taken for noise. */
const LEAST_NEWS = 1;
const MOST_PERCENT = 999;

const amountText = (amount: number, locale: string, style: "percent" | "decimal"): string => {
	const tenth = Math.round(amount * 10) / 10;
	const digits = tenth >= 10 ? 0 : 1;
	const format = numberFormat(locale, {
		style,
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
	const print = (number: number) => format.format(style === "percent" ? number / 100 : number);
	if (tenth === 0) return `<${print(0.1)}`;
	if (style === "percent" && Math.round(amount) > MOST_PERCENT) return `>${print(MOST_PERCENT)}`;
	return print(digits === 0 ? amount : tenth);
};

/** The unit of each figure, and in which direction it gets better. */
export const unitOf = (figure: FigureName, currency: string | null): Unit => {
	if (figure === "bounce_rate") return "percent";
	if (figure === "session_duration") return "seconds";
	return figure === "revenue" ? { currency: currency ?? "EUR" } : "count";
};

/** The change since the period before; undefined if one of them is not known. */
export const changeOf = (
	{ value, previous }: Compared,
	{ unit, isLowerBetter = false }: { unit: Unit; isLowerBetter?: boolean },
	phrases: Phrases,
): ShownChange | undefined => {
	if (previous === null) return undefined;
	if (figureText(value, unit, phrases) === figureText(previous, unit, phrases))
		return { direction: "none", tone: "neutral", text: phrases.noChange };
	const isUp = value > previous;
	const direction = isUp ? "up" : "down";
	const tone = isUp === isLowerBetter ? "bad" : "good";
	if (unit === "percent")
		return {
			...{ direction, tone },
			text: phrases.points(amountText(Math.abs(value - previous), phrases.locale, "decimal")),
		};
	if (previous === 0) return { direction, tone, text: phrases.fromZero };
	const percent = (Math.abs(value - previous) / Math.abs(previous)) * 100;
	return {
		direction,
		tone: percent < LEAST_NEWS ? "neutral" : tone,
		text: amountText(percent, phrases.locale, "percent"),
	};
};

/** The change with its arrow, as `▲ 12 %`. */
export const changeText = (change: ShownChange): string =>
	change.direction === "none"
		? change.text
		: `${change.direction === "up" ? "▲" : "▼"} ${change.text}`;

const utc = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`);

const dates = new Map<string, Intl.DateTimeFormat>();

const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
	const key = locale + JSON.stringify(options);
	const known = dates.get(key) ?? new Intl.DateTimeFormat(locale, options);
	dates.set(key, known);
	return known;
};

/** `26 Oct – 1 Nov 2026`; one day with its weekday, a whole month by its name. */
export const daysText = (
	{ from, to }: { from: string; to: string },
	every: "day" | "week" | "month",
	{ locale }: Phrases,
): string => {
	const options: Intl.DateTimeFormatOptions =
		every === "month"
			? { month: "long", year: "numeric" }
			: every === "day"
				? { weekday: "long", day: "numeric", month: "long", year: "numeric" }
				: { day: "numeric", month: "short", year: "numeric" };
	const format = dateFormat(locale, { ...options, timeZone: "UTC" });
	return every === "week" ? format.formatRange(utc(from), utc(to)) : format.format(utc(from));
};

/** Some days, whatever their number. */
export const rangeText = (
	{ from, to }: { from: string; to: string },
	{ locale }: Phrases,
): string => {
	const format = dateFormat(locale, {
		...{ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
	});
	return from === to ? format.format(utc(from)) : format.formatRange(utc(from), utc(to));
};

/** `Mon 26 Oct`, or `14:00` for an hour. */
export const pointText = (time: string, { locale }: Phrases): string =>
	time.length > 10
		? time.slice(11, 16)
		: dateFormat(locale, {
				...{ weekday: "short", day: "numeric", month: "short", timeZone: "UTC" },
			}).format(utc(time));

/** An instant with date and time, in a zone. */
export const instantText = (instant: number, timeZone: string, { locale }: Phrases): string =>
	dateFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(instant);
