import { durationText, shiftText, speedText } from "./duration.ts";
import { numberFormat } from "./number-format.ts";

/**
 * The unit of a figure, which decides how it and its change are formatted. `percent` is 0 to 100, `shift` a layout
 * shift without a unit, and `money EUR` an amount in that currency.
 */
export type FigureUnit =
	| ("count" | "ratio" | "percent" | "seconds" | "milliseconds" | "shift")
	| `money ${string}`;

/** Shown for a figure that was not measured. */
export const UNMEASURED = "–";

export const LONGEST_WHOLE_COUNT = 999_999;

/** In full up to 999,999, then with three digits: `1.24M`. {@link countTitle} has the whole number. */
export const countText = (count: number, locale: string): string =>
	Math.round(count) <= LONGEST_WHOLE_COUNT
		? numberFormat(locale, { maximumFractionDigits: 0 }).format(count)
		: numberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 }).format(count);

/** The whole number for the title of a count that is shortened; `undefined` for others. */
export const countTitle = (count: number, locale: string): string | undefined =>
	Math.round(count) <= LONGEST_WHOLE_COUNT
		? undefined
		: numberFormat(locale, { maximumFractionDigits: 0 }).format(count);

const LEAST_SHARE = 0.1;

/**
 * A share or rate, given as 0 to 100, with one decimal; `<0.1%` for what would round to zero. The API rounds shares of
 * rows to hundredths, but not the rates of a period: rounding both to hundredths first shows one rate as one text.
 */
export const percentText = (percent: number, locale: string): string => {
	const format = numberFormat(locale, {
		style: "percent",
		minimumFractionDigits: 1,
		maximumFractionDigits: 1,
	});
	const tenths = Math.round(Math.round(percent * 100) / 10);
	const isTooSmall = percent > 0 && tenths === 0;
	return isTooSmall ? `<${format.format(LEAST_SHARE / 100)}` : format.format(tenths / 1000);
};

/** The percentage of a part, 0 to 100; `null` without a whole. */
export const percentOf = (part: number, whole: number): number | null =>
	whole > 0 ? (part / whole) * 100 : null;

const PRINT: Record<FigureUnit, (value: number, locale: string) => string> = {
	count: countText,
	ratio: (value, locale) =>
		numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value),
	percent: percentText,
	seconds: durationText,
	milliseconds: speedText,
	shift: shiftText,
};

/** How amounts are printed; set by what only sites with money load. */
export const amounts: { print?(value: number, unit: FigureUnit, locale: string): string } = {};

/** A figure as it is formatted everywhere but on an axis. */
export const figureText = (value: number | null, unit: FigureUnit, locale: string): string =>
	value === null || !Number.isFinite(value)
		? UNMEASURED
		: (PRINT[unit]?.(value, locale) ?? amounts.print?.(value, unit, locale) ?? UNMEASURED);
