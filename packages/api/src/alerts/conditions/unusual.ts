import { medianOf } from "@footfall/shared/numbers/median";
import { type Direction, LEAST_DIFFERENCE, type Verdict } from "./verdict.ts";

/** What a median absolute deviation is multiplied by to be comparable with a standard deviation. */
const OF_NORMAL = 1.4826;
const LEAST_WEEKS = 3;
const MOST_BY_WEEKS = 1.5;
/** Of measured values, which are not counts: less than this share of the usual value is no difference. */
const LEAST_SHARE = 0.1;

/** How a site has differed from its own rhythm in the last week. */
export interface Recent {
	/** The last week in relation to the weeks before: 1.1 for ten percent more. */
	level: number;
	/** How much more than by chance it varies: the variance beyond the expected value, in relation to its square. */
	dispersion: number;
}

/**
 * By how much more than so many standard deviations counts exceed what is expected by chance: they have no lower limit than
 * zero, and a long tail above. The Cornish-Fisher term of a negative binomial distribution.
 */
const skewOf = (times: number, expected: number, { dispersion }: Recent): number =>
	(Math.max(times ** 2 - 1, 0) / 6) * (1 + 2 * dispersion * expected);

/**
 * The value is far from the median of the same hour and weekday in the last eight weeks. How far is usual is the larger
 * one of two: the median absolute deviation of those weeks, and what a negative binomial distribution with the site's own
 * dispersion allows, which few values estimate better. One odd day moves neither of the medians.
 */
export const unusual = ({
	value,
	past,
	recent,
	times,
	direction,
	isCount,
}: {
	value: number | null;
	/** Of the same hour and weekday in the weeks before; null where nothing is known or where it must not count. */
	past: readonly (number | null)[];
	recent: Recent;
	/** By how many times what is usual it must differ. */
	times: number;
	direction: Direction;
	isCount: boolean;
}): Verdict => {
	const known = past.filter((one) => one !== null);
	if (known.length < LEAST_WEEKS)
		return { fires: undefined, value, samples: known.length, waits: "history" };
	if (value === null) return { fires: undefined, value, waits: "measurements" };
	const median = medianOf(known);
	const expected = median * recent.level;
	const deviation = OF_NORMAL * medianOf(known.map((one) => Math.abs(one - median))) * recent.level;
	const byChance = Math.sqrt(
		(isCount ? Math.max(expected, 1) : 0) + recent.dispersion * expected ** 2,
	);
	// Of eight values, the deviation is a rough guess: it cannot exceed by far what all hours of the last weeks say.
	const usual = Math.max(byChance, Math.min(deviation, MOST_BY_WEEKS * byChance));
	const difference = value - expected;
	const beyond = isCount && difference > 0 ? skewOf(times, expected, recent) : 0;
	const needed = Math.max(
		times * usual + beyond,
		isCount ? LEAST_DIFFERENCE : LEAST_SHARE * Math.abs(expected),
	);
	const isWanted = direction === "any" || (direction === "up") === difference > 0;
	return {
		fires: isWanted && Math.abs(difference) >= needed,
		value,
		expected,
		threshold: difference < 0 ? expected - needed : expected + needed,
		samples: known.length,
	};
};
