import { type FigureUnit, figureText } from "./number.ts";
import { numberFormat } from "./number-format.ts";

/** Which direction is good: fewer bounces are, more errors are not; for most times neither is. */
export type Better = "higher" | "lower" | "neither";

export interface ChangeWords {
	/** Both are formatted alike. */
	noChange: string;
	/** There was nothing to compare with: the previous value was zero. */
	fromZero: string;
	/** A difference of two percentages, such as `0.5 pt`. */
	points(amount: string): string;
}

/** The change of a figure since the previous one. The arrow shows the direction, so the text has no sign. */
export interface FigureChange {
	direction: "up" | "down" | "none";
	tone: "good" | "bad" | "neutral";
	text: string;
}

export interface Comparison {
	current: number | null;
	previous: number | null;
	unit: FigureUnit;
	better: Better;
	locale: string;
	words: ChangeWords;
}

/** Below this, in per cent of the previous value, a change is treated as noise. */
const LEAST_NEWS = 1;
const MOST_PERCENT = 999;

/** Whole from 10 up, one decimal below; a value that would round to 0.0 becomes `<0.1`. */
const amountText = (amount: number, locale: string, style: "percent" | "decimal"): string => {
	const tenth = Math.round(amount * 10) / 10;
	const decimals = tenth >= 10 ? 0 : 1;
	const format = numberFormat(locale, {
		style,
		minimumFractionDigits: decimals,
		maximumFractionDigits: decimals,
	});
	const print = (one: number) => format.format(style === "percent" ? one / 100 : one);
	if (tenth === 0) return `<${print(0.1)}`;
	if (style === "percent" && Math.round(amount) > MOST_PERCENT) return `>${print(MOST_PERCENT)}`;
	return print(decimals === 0 ? amount : tenth);
};

const toneOf = (isUp: boolean, better: Better): FigureChange["tone"] => {
	if (better === "neither") return "neutral";
	return isUp === (better === "higher") ? "good" : "bad";
};

/** The change from the previous figure to the current one; `undefined` if one of them was not measured. */
export const changeOf = (comparison: Comparison): FigureChange | undefined => {
	const { current, previous, unit, better, locale, words } = comparison;
	if (current === null || previous === null) return undefined;
	if (figureText(current, unit, locale) === figureText(previous, unit, locale))
		return { direction: "none", tone: "neutral", text: words.noChange };
	const isUp = current > previous;
	const direction = isUp ? "up" : "down";
	if (previous === 0) return { direction, tone: toneOf(isUp, better), text: words.fromZero };
	const difference = Math.abs(current - previous);
	const percent = (difference / Math.abs(previous)) * 100;
	return {
		direction,
		tone: percent < LEAST_NEWS ? "neutral" : toneOf(isUp, better),
		text:
			unit === "percent"
				? words.points(amountText(difference, locale, "decimal"))
				: amountText(percent, locale, "percent"),
	};
};
