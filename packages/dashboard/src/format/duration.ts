import { numberFormat } from "./number-format.ts";

type TimeUnit = "hour" | "minute" | "second" | "millisecond";

/** SI symbols, which are the same in every language. */
const SYMBOLS: Record<TimeUnit, string> = {
	hour: "h",
	minute: "min",
	second: "s",
	millisecond: "ms",
};
const LONGEST_UNIT = 3;

/** The parts of a quantity. If a language has no short name for the unit ("Sek."), its SI symbol is used. */
const partsOf = (
	amount: number,
	unit: TimeUnit,
	locale: string,
	digits: Intl.NumberFormatOptions,
): Intl.NumberFormatPart[] =>
	numberFormat(locale, { style: "unit", unit, unitDisplay: "narrow", ...digits })
		.formatToParts(amount)
		.map(({ type, value }) => ({
			type,
			value: type === "unit" && value.length > LONGEST_UNIT ? SYMBOLS[unit] : value,
		}));

const inUnit = (
	amount: number,
	unit: TimeUnit,
	locale: string,
	digits: Intl.NumberFormatOptions = {},
): string =>
	partsOf(amount, unit, locale, digits)
		.map(({ value }) => value)
		.join("");

const TWO_DIGITS = { minimumIntegerDigits: 2 };

/** A duration in seconds: `42s`, `1m 45s`, `2h 05m`; `<1s` for what would round to zero. */
export const durationText = (seconds: number, locale: string): string => {
	const whole = Math.round(seconds);
	if (whole === 0 && seconds > 0) return `<${inUnit(1, "second", locale)}`;
	if (whole < 60) return inUnit(whole, "second", locale);
	if (whole < 3600)
		return `${inUnit(Math.floor(whole / 60), "minute", locale)} ${inUnit(whole % 60, "second", locale, TWO_DIGITS)}`;
	const minutes = Math.round(seconds / 60);
	return `${inUnit(Math.floor(minutes / 60), "hour", locale)} ${inUnit(minutes % 60, "minute", locale, TWO_DIGITS)}`;
};

/** A round duration on an axis, without zero parts: `30s`, `2m`, `1m 30s`. */
export const roundDurationText = (seconds: number, locale: string): string => {
	const parts = [
		[Math.floor(seconds / 3600), "hour"],
		[Math.floor((seconds % 3600) / 60), "minute"],
		[Math.round((seconds % 60) * 10) / 10, "second"],
	] as const;
	return parts
		.filter(([amount]) => amount > 0)
		.map(([amount, unit]) => inUnit(amount, unit, locale))
		.join(" ");
};

/** A number and its unit, always with a space between, even if the language writes none. */
const spaced = (
	amount: number,
	unit: TimeUnit,
	locale: string,
	digits: Intl.NumberFormatOptions,
): string => {
	const parts = partsOf(amount, unit, locale, digits);
	const hasSpace = parts.some(({ type, value }) => type === "literal" && value.trim() === "");
	return parts
		.map(({ type, value }, index) =>
			type === "unit" && !hasSpace && index > 0 ? ` ${value}` : value,
		)
		.join("");
};

/** How long something took, in milliseconds: `559 ms`, from one second on `3.07 s`. */
export const speedText = (milliseconds: number, locale: string): string =>
	Math.round(milliseconds) < 1000
		? spaced(milliseconds, "millisecond", locale, { maximumFractionDigits: 0 })
		: spaced(milliseconds / 1000, "second", locale, {
				minimumFractionDigits: 2,
				maximumFractionDigits: 2,
			});

/** A round time on an axis that ends at `top`: all labels are in seconds if `top` is a second or more. */
export const roundSpeedText = (milliseconds: number, top: number, locale: string): string =>
	top < 1000
		? spaced(milliseconds, "millisecond", locale, { maximumFractionDigits: 1 })
		: spaced(milliseconds / 1000, "second", locale, { maximumFractionDigits: 2 });

/** A layout shift: three decimals, no unit. */
export const shiftText = (shift: number, locale: string): string =>
	numberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(shift);
