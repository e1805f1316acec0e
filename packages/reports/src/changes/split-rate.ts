import type { DimensionValue, ValueSums } from "./statements.ts";
import { type Pair, rateOf } from "./sums.ts";

/** A part of the difference of a rate. */
export interface RatePart {
	/** From the segment's share of all. */
	mix: number;
	/** From the segment's own rate. */
	rate: number;
}

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/**
 * The contribution of a segment to the difference of a rate. Those of all segments of a dimension add up to the difference:
 * shares are compared with the mean of the whole's rates, and rates weighed with the mean of the segment's shares.
 */
export const splitRate = (part: Pair, whole: Pair): RatePart => {
	const [before, after] = [shareOf(part.from.d, whole.from.d), shareOf(part.to.d, whole.to.d)];
	const mean = (rateOf(whole.from) + rateOf(whole.to)) / 2;
	// A segment that was not there has no rate to compare with.
	const from = part.from.d === 0 ? rateOf(part.to) : rateOf(part.from);
	const to = part.to.d === 0 ? rateOf(part.from) : rateOf(part.to);
	return {
		mix: (after - before) * ((from + to) / 2 - mean),
		rate: ((before + after) / 2) * (to - from),
	};
};

/** A segment of a rate with what it contributes. */
export interface RateSegment extends RatePart {
	values: readonly DimensionValue[];
	sums: Pair;
}

const LEAST_SHARE = 0.08;
/** In standard deviations: some hundreds of segments are compared. */
const LEAST_DEPARTURE = 3.5;
const MOST_SEGMENTS = 5;

const varianceOf = ({ from, to }: Pair): number => {
	const d = from.d + to.d;
	const mean = shareOf(from.n + to.n, d);
	return Math.max(0, shareOf(from.n2 + to.n2, d) - mean * mean);
};

/** Chooses the dimension in which single values depart most clearly from the whole, and these values. */
export const chooseRateSegments = (
	values: readonly ValueSums[],
	whole: Pair,
	dimensions: readonly string[],
): RateSegment[] => {
	const difference = rateOf(whole.to) - rateOf(whole.from);
	const variance = varianceOf(whole);
	const direction = Math.sign(difference) || 1;
	const scored = values.flatMap(({ dimension, value, sums }) => {
		const { from, to } = sums;
		if (dimension === undefined || from.d + to.d === 0) return [];
		if (from.d === whole.from.d && to.d === whole.to.d) return [];
		const { mix, rate } = splitRate(sums, whole);
		const weight = (shareOf(from.d, whole.from.d) + shareOf(to.d, whole.to.d)) / 2;
		const beyond = mix + rate - weight * difference;
		// In both periods together, seen against all others.
		const units = Math.max(1, Math.min(from.d || to.d, to.d || from.d));
		const deviation = Math.sqrt(weight * weight * (1 - weight) * variance * (2 / units)) || 1e-12;
		const isAgainst = (mix + rate) * direction < 0;
		if (beyond * direction <= 0 && !isAgainst) return [];
		if (Math.abs(beyond) < LEAST_SHARE * Math.abs(difference)) return [];
		const departure = Math.abs(beyond) / deviation;
		if (departure < LEAST_DEPARTURE) return [];
		const found = { values: [{ dimension, value }], sums, mix, rate };
		return [{ dimension, departure, beyond: beyond * direction, found }];
	});
	const byDimension = dimensions
		.map((name) => scored.filter(({ dimension }) => dimension === name))
		.filter((some) => some.length > 0);
	const best = (some: typeof scored) => Math.max(...some.map(({ departure }) => departure));
	const [first] = byDimension.sort((one, other) => best(other) - best(one));
	return (first ?? [])
		.sort((one, other) => other.beyond - one.beyond)
		.slice(0, MOST_SEGMENTS)
		.map(({ found }) => found);
};
