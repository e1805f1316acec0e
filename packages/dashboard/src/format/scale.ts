import { currencyOf } from "./currency-of.ts";
import { roundDurationText, roundSpeedText } from "./duration.ts";
import type { FigureUnit } from "./number.ts";
import { numberFormat } from "./number-format.ts";

/** The y axis: from zero to `top`, with a grid line at each of the other values. */
export interface ValueScale {
	top: number;
	ticks: readonly number[];
}

const DECIMAL_STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const SECOND_STEPS = [1, 2, 5, 10, 15, 20, 30];
const MINUTE_STEPS = [1, 2, 3, 5, 10, 15, 20, 30].map((minutes) => minutes * 60);

const decimalStep = (least: number, isWhole: boolean): number => {
	const magnitude = 10 ** Math.floor(Math.log10(least));
	const step = [...DECIMAL_STEPS, 10]
		.map((one) => Number((one * magnitude).toPrecision(3)))
		// Tolerates rounding errors: 0.1 × 3 is more than 0.3.
		.find((one) => one >= least * (1 - 1e-9) && (!isWhole || Number.isInteger(one)));
	return step ?? Math.ceil(least);
};

const secondStep = (least: number): number => {
	if (least < 1) return decimalStep(least, false);
	const step = [...SECOND_STEPS, ...MINUTE_STEPS].find((one) => one >= least);
	return step ?? decimalStep(least / 3600, true) * 3600;
};

const stepOf = (least: number, unit: FigureUnit): number => {
	if (unit === "seconds") return secondStep(least);
	return decimalStep(least, unit === "count");
};

/** Round steps from zero to at least `max`; the plot's height limits how many. */
export const valueScale = (max: number, unit: FigureUnit, lines: 2 | 4 = 4): ValueScale => {
	const highest = Number.isFinite(max) && max > 0 ? max : unit === "percent" ? 100 : 1;
	const count = unit === "count" && highest <= 2 ? 2 : lines;
	const isShare = unit === "percent" && highest <= 100;
	const step = Math.min(
		unit === "count" ? Math.max(1, stepOf(highest / count, unit)) : stepOf(highest / count, unit),
		isShare ? 100 / count : Number.POSITIVE_INFINITY,
	);
	const ticks = Array.from({ length: count + 1 }, (_, index) =>
		Number((index * step).toPrecision(12)),
	);
	return { top: ticks.at(-1) ?? 1, ticks };
};

const LONGEST_WHOLE_TICK = 99_999;

/** A number on the axis, as short as it can be while readable. */
export const tickText = (value: number, unit: FigureUnit, top: number, locale: string): string => {
	if (value === 0) return numberFormat(locale, {}).format(0);
	switch (unit) {
		case "seconds":
			return roundDurationText(value, locale);
		case "milliseconds":
			return roundSpeedText(value, top, locale);
		case "percent":
			return numberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(
				value / 100,
			);
		default: {
			const currency = currencyOf(unit);
			return numberFormat(locale, {
				...(currency !== undefined && { style: "currency", currency, minimumFractionDigits: 0 }),
				...(top > LONGEST_WHOLE_TICK
					? { notation: "compact", maximumFractionDigits: 2 }
					: { maximumFractionDigits: 3 }),
			}).format(value);
		}
	}
};

/** A peak this many times as high as all other values would flatten them. */
const SPIKE_RATIO = 3;
/** At most this share of the buckets are spikes: values that occur more often are normal for the site. */
const SPIKE_SHARE = 0.1;
const LEAST_BUCKETS = 8;

/**
 * The highest value that is not a spike, if there is a spike that would flatten the rest. The axis then ends above that
 * value, and a label shows how high the spike goes.
 */
export const highestBelowSpike = (values: readonly (number | null)[]): number | undefined => {
	const measured = values.filter((value) => value !== null).sort((one, other) => other - one);
	if (measured.length < LEAST_BUCKETS) return undefined;
	const most = Math.max(1, Math.floor(measured.length * SPIKE_SHARE));
	for (let spikes = most; spikes >= 1; spikes--) {
		const [lowestSpike = 0, highestOther = 0] = [measured[spikes - 1], measured[spikes]];
		if (highestOther > 0 && lowestSpike >= SPIKE_RATIO * highestOther) return highestOther;
	}
	return undefined;
};
